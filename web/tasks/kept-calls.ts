import { acknowledgeAlert, acknowledgeAlerts } from '../api/alerts.ts';
import { type BatchChange, changeTasks, undoBatch } from '../api/batches.ts';
import { DecidedElsewhere, type Keepable, type KeptChange } from '../api/kept.ts';
import { ApiError, failedWith } from '../api/problem.ts';
import { createRoutine, editRoutine, endRoutine } from '../api/routines.ts';
import {
  type AgainDue,
  archiveTask,
  type ClientStatus,
  createTask,
  deleteTask,
  deleteTaskChildren,
  type EditTask,
  editTask,
  markNothingDue,
  promiseAgain,
  readTask,
  setTaskStatus,
  type TaggedTask,
  type Task,
  unarchiveTask,
  undoTask,
} from '../api/tasks.ts';
import { FIELD_NAMES } from './fields.ts';
import { conflictWords } from './kept-conflict.ts';

interface Id {
  readonly id: string;
}
interface Ids {
  readonly ids: readonly string[];
}

/**
 * The changes that a browser stores until they are answered. It stores names and arguments as well, so a name must never change
 * its meaning. `key` is the idempotency key of a POST.
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
  create_again: ({ id, due }: Id & { readonly due: AgainDue }, key: string) => promiseAgain(id, due, key),
  create_routine: ({ body }: { readonly body: Parameters<typeof createRoutine>[0] }, key: string) => createRoutine(body, key),
  pause_routine: ({ id, paused }: Id & { readonly paused: boolean }, _key: string) => editRoutine(id, { paused }),
  end_routine: ({ id }: Id, _key: string) => endRoutine(id),
  nothing_due: ({ date }: { readonly date: string }, _key: string) => markNothingDue(date),
  acknowledge: ({ id }: Id, _key: string) => acknowledgeAlert(id),
  acknowledge_all: ({ ids }: Ids, key: string) => acknowledgeAlerts(ids, key),
  create_batch: ({ ids, change }: Ids & { readonly change: BatchChange }, key: string) => changeTasks(ids, change, key),
  undo_batch: ({ batch }: { readonly batch: string }, key: string) => undoBatch(batch, key),
} as const;

export type CallName = keyof typeof CALLS;
type Args<N extends CallName> = Parameters<(typeof CALLS)[N]>[0];
export type TaskCall<N extends CallName = CallName> = { readonly [K in N]: { readonly name: K; readonly args: Args<K> } }[N];

/** The server executes a POST only once for each key. */
export function sendCall<N extends CallName>({ name, args }: { readonly name: N; readonly args: Args<N> }, key: string) {
  const call = CALLS[name] as (args: Args<N>, key: string) => ReturnType<(typeof CALLS)[N]>;
  return call(args, key);
}

const STATE = ['status', 'archived'] as const satisfies readonly (keyof Task)[];
const DAY_MS = 86_400_000;

/** The state of a task before a change. */
export const stateBefore = (task: Task | undefined): KeptChange['before'] =>
  task ? Object.fromEntries([...STATE, ...FIELD_NAMES].map((name) => [name, task[name]])) : null;

export const keepable = (call: TaskCall, key: string, family: string, words: string, task?: Task): Keepable => ({
  call: call as unknown as KeptChange['call'],
  key,
  family,
  words,
  before: stateBefore(task),
});

/** Explains why a change of an earlier page was not sent. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}
const CHANGED = 'The task was changed elsewhere in the meantime.';
const GONE = 'The task was deleted in the meantime.';
const UNSURE = 'Nobody can say any more whether it arrived. Look whether it is there before you try again.';
const UNKNOWN = 'This version of the program does not know this change.';

const isCall = (call: KeptChange['call']): call is KeptChange['call'] & TaskCall => Object.hasOwn(CALLS, call.name);
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function isDone({ name, args }: TaskCall, task: Task): boolean {
  if (name === 'status') return task.status === args.status;
  if (name === 'archive') return task.archived;
  if (name === 'unarchive') return !task.archived;
  if (name === 'edit') return Object.entries(args.change).every(([field, value]) => isSame(task[field as keyof Task], value));
  return false;
}

/** If somebody else changed one of these fields in the meantime, the call is not sent. */
function decidedFields({ name, args }: TaskCall): readonly string[] {
  if (name === 'edit') return Object.keys(args.change);
  return name === 'undo' ? [...STATE, ...FIELD_NAMES] : STATE;
}

/** The fields that somebody changed otherwise. An open task that was missed does not count: the time has passed, nobody decided it. */
function decidedElsewhere(call: TaskCall, before: NonNullable<KeptChange['before']>, task: Task): string[] {
  return decidedFields(call).filter((field) => {
    const [was, is] = [before[field], task[field as keyof Task]];
    const isMissed = field === 'status' && is === 'missed' && (was === 'pending' || was === 'in_progress');
    return !isMissed && !isSame(was, is);
  });
}

const ON_A_TASK = ['status', 'undo', 'archive', 'unarchive', 'delete', 'edit'] as const satisfies readonly CallName[];
const isOnTask = (call: TaskCall): call is TaskCall<(typeof ON_A_TASK)[number]> => (ON_A_TASK as readonly CallName[]).includes(call.name);

async function presentTask(id: string): Promise<TaggedTask | null> {
  try {
    return await readTask(id);
  } catch (error) {
    if (failedWith(error, 'not_found')) return null;
    throw error;
  }
}

/**
 * Takes back a change whose answer was `made`. If the task has changed since, this is done only where time has changed it, or the end of a
 * focus session: the last change of somebody else, on another device, must not be taken back in its place.
 * @throws ApiError precondition_failed if it was changed elsewhere
 */
export async function undoMade(id: string, key: string, made: TaggedTask): Promise<TaggedTask> {
  try {
    return await undoTask(id, key, made.etag);
  } catch (error) {
    if (!failedWith(error, 'precondition_failed')) throw error;
    const present = await presentTask(id);
    const before = stateBefore(made.task);
    if (!present || !before || decidedElsewhere({ name: 'undo', args: { id } }, before, present.task).length > 0) throw error;
    // The server would answer the same key with the same refusal.
    return undoTask(id, `${key}-again`, present.etag);
  }
}

/**
 * Sends a change that an earlier page stored, or that has waited. The newest decision wins: if the task was changed otherwise elsewhere,
 * the call is not sent. `now` is this browser's time in milliseconds, `today` the owner's date. Returns the task as it is then, if the
 * answer has it.
 * @throws NotSent or DecidedElsewhere if it is not sent; ApiError if the server refuses or does not answer
 */
export async function sendKept(
  { call, key, before, sentAt }: Pick<KeptChange, 'call' | 'key' | 'before' | 'sentAt'>,
  now: number,
  today: string,
): Promise<TaggedTask | undefined> {
  if (!isCall(call)) throw new NotSent(UNKNOWN);
  // The server remembers idempotency keys for a day.
  if (call.name.startsWith('create') && sentAt !== null && now - sentAt > DAY_MS) throw new NotSent(UNSURE);
  if (!isOnTask(call)) {
    await sendCall(call, key).catch(ignoreGone(call));
    return undefined;
  }
  const { id } = call.args as { readonly id: string };
  const present = await presentTask(id);
  if (!present) {
    if (call.name === 'delete') return undefined;
    throw new NotSent(GONE);
  }
  if (isDone(call, present.task)) return present;
  const decided = before ? decidedElsewhere(call, before, present.task) : [];
  if (before && decided.length > 0) throw new DecidedElsewhere(`${CHANGED} ${conflictWords(decided, before, present.task, today)}`);
  const sent = call.name === 'edit' ? { name: call.name, args: { ...call.args, etag: present.etag } } : call;
  return (await sendCall(sent, key)) ?? undefined;
}

/** The resource may be deleted already. */
const ignoreGone =
  ({ name }: TaskCall) =>
  (error: unknown): void => {
    const isRemoval = name === 'delete_steps' || name === 'end_routine';
    if (!(isRemoval && error instanceof ApiError && error.code === 'not_found')) throw error;
  };
