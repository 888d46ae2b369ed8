import { acknowledgeAlert } from '../api/alerts.ts';
import { markNothingDue } from '../api/days.ts';
import { createRoutine, editRoutine, endRoutine } from '../api/routines.ts';
import {
  archiveTask,
  type ClientStatus,
  createTask,
  deleteTask,
  deleteTaskChildren,
  type EditTask,
  editTask,
  setTaskStatus,
  unarchiveTask,
  undoTask,
} from '../api/tasks.ts';

interface Id {
  readonly id: string;
}

/**
 * The changes that a browser keeps until they are answered. Their names and arguments are kept with them, so a name never changes
 * its meaning. `key` is the idempotency key of what is sent as a POST.
 */
export const CALLS = {
  status: ({ id, status, reason }: Id & { readonly status: ClientStatus; readonly reason?: string }, _key: string) =>
    setTaskStatus(id, status, reason),
  undo: ({ id }: Id, key: string) => undoTask(id, key),
  archive: ({ id }: Id, key: string) => archiveTask(id, key),
  unarchive: ({ id }: Id, key: string) => unarchiveTask(id, key),
  delete: ({ id }: Id, _key: string) => deleteTask(id),
  delete_steps: ({ id, steps }: Id & { readonly steps: readonly string[] }, _key: string) => deleteTaskChildren(id, steps),
  edit: ({ id, change, etag }: Id & { readonly change: EditTask; readonly etag: string | null }, _key: string) =>
    editTask(id, change, etag),
  create: ({ body }: { readonly body: Parameters<typeof createTask>[0] }, key: string) => createTask(body, key),
  create_routine: ({ body }: { readonly body: Parameters<typeof createRoutine>[0] }, key: string) => createRoutine(body, key),
  pause_routine: ({ id, paused }: Id & { readonly paused: boolean }, _key: string) => editRoutine(id, { paused }),
  end_routine: ({ id }: Id, _key: string) => endRoutine(id),
  nothing_due: ({ date }: { readonly date: string }, _key: string) => markNothingDue(date),
  acknowledge: ({ id }: Id, _key: string) => acknowledgeAlert(id),
} as const;

export type CallName = keyof typeof CALLS;
type Args<N extends CallName> = Parameters<(typeof CALLS)[N]>[0];
/** A call as data. */
export type TaskCall<N extends CallName = CallName> = { readonly [K in N]: { readonly name: K; readonly args: Args<K> } }[N];

/** Sends a call. The server carries a POST out once for each key. */
export function sendCall<N extends CallName>({ name, args }: { readonly name: N; readonly args: Args<N> }, key: string) {
  const call = CALLS[name] as (args: Args<N>, key: string) => ReturnType<(typeof CALLS)[N]>;
  return call(args, key);
}
