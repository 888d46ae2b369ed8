import { type MutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { alertKeys } from '../api/alerts.ts';
import { auditKeys } from '../api/audit.ts';
import { serverNow } from '../api/clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { reportKeys } from '../api/reports.ts';
import { routineKeys } from '../api/routines.ts';
import { streakKeys } from '../api/streaks.ts';
import { archiveTask, deleteTask, setTaskStatus, type Task, taskKeys, unarchiveTask, undoTask } from '../api/tasks.ts';
import { toast } from '../ui/toast.tsx';
import { cachedTask, completedWithSteps, dropTask, predicted, putTask } from './cache.ts';

/** One change: what it sends, and what the lists show meanwhile. */
export interface Act {
  readonly id: string;
  /** The task that it is, or is a step of. */
  readonly family: string;
  readonly send: () => Promise<unknown>;
  readonly puts: readonly Task[];
  readonly drops: readonly string[];
  /** 'Completed ‘Run, 5 km’'; null says nothing. */
  readonly said: string | null;
  readonly undo: boolean;
}

const KEY = ['task-acts'] as const;

export function refreshAfterTask(client: QueryClient): void {
  for (const queryKey of [taskKeys.all, routineKeys.all, alertKeys.all, streakKeys.all, reportKeys.all, auditKeys.all])
    void client.invalidateQueries({ queryKey });
}

type Done = Pick<Act, 'id' | 'family'> & { readonly restore: readonly Task[] };
/** The last act that can be taken back by `z`. */
let last: Done | null = null;

const whose = ({ id, parentId }: Task): Pick<Act, 'id' | 'family'> => ({ id, family: parentId ?? id });

export const quoted = (title: string): string => `‘${[...title].length > 48 ? `${[...title].slice(0, 47).join('')}…` : title}’`;

function explain(error: unknown): { text: string; detail?: string } {
  if (failedWith(error, 'precondition_failed')) return { text: 'This task was changed elsewhere.', detail: 'It is shown as it now is.' };
  if (failedWith(error, 'offline')) return { text: messageOf(error), detail: 'No answer came. Nothing was changed.' };
  return { text: messageOf(error) };
}

/** What can be done to a task, at once on the screen; what the server refuses is put back and said. */
export function useTaskActs() {
  const client = useQueryClient();
  const options: MutationOptions<unknown, Error, Act, { before: Task[] }> = {
    mutationKey: KEY,
    mutationFn: (act) => act.send(),
    onMutate: async (act) => {
      const before = [...act.puts.map((task) => task.id), ...act.drops].flatMap((id) => cachedTask(client, id) ?? []);
      for (const task of act.puts) putTask(client, task);
      for (const id of act.drops) dropTask(client, id);
      const done = { id: act.id, family: act.family, restore: before };
      if (act.undo) last = done;
      if (act.said) toast.success(act.said, { id: `task-${act.id}`, ...(act.undo ? { undo: () => takeBack(done) } : {}) });
      await client.cancelQueries({ queryKey: taskKeys.all });
      return { before };
    },
    onError: (error, act, context) => {
      for (const task of act.puts) if (!context?.before.some((one) => one.id === task.id)) dropTask(client, task.id);
      for (const task of context?.before ?? []) putTask(client, task);
      if (last?.id === act.id) last = null;
      const { text, ...rest } = explain(error);
      toast.error(text, { id: `task-${act.id}`, ...rest });
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: KEY }) <= 1) refreshAfterTask(client);
    },
  };

  // One after the other on a task and its steps, so that an undo follows what it takes back, offline too; on other tasks at once.
  function mutate(act: Act): void {
    const mutation = client.getMutationCache().build(client, { ...options, scope: { id: `task-acts ${act.family}` } });
    // What failed was said.
    mutation.execute(act).catch(() => undefined);
  }

  function takeBack({ id, family, restore }: Done): void {
    last = null;
    mutate({
      id,
      family,
      send: () => undoTask(id),
      puts: restore,
      drops: [],
      said: restore[0] ? `Taken back: ${quoted(restore[0].title)}` : 'Taken back',
      undo: false,
    });
  }

  const act = (task: Task, send: Act['send'], puts: readonly Task[], said: string | null, drops: readonly string[] = []): void =>
    mutate({ ...whose(task), send, puts, drops, said, undo: true });

  return {
    complete: (task: Task) => {
      const all = client.getQueryData<Task[]>(taskKeys.list()) ?? [];
      act(task, () => setTaskStatus(task.id, 'completed'), completedWithSteps(task, all, serverNow()), `Completed ${quoted(task.title)}`);
    },
    reopen: (task: Task) =>
      act(task, () => setTaskStatus(task.id, 'pending'), [predicted(task, 'pending', serverNow())], `Open again: ${quoted(task.title)}`),
    start: (task: Task) =>
      act(
        task,
        () => setTaskStatus(task.id, 'in_progress'),
        [predicted(task, 'in_progress', serverNow())],
        `Started ${quoted(task.title)}`,
      ),
    skip: (task: Task, reason: string) =>
      act(
        task,
        () => setTaskStatus(task.id, 'skipped', reason),
        [predicted(task, 'skipped', serverNow(), reason)],
        `Skipped ${quoted(task.title)}`,
      ),
    archive: (task: Task) => act(task, () => archiveTask(task.id), [{ ...task, archived: true }], `Archived ${quoted(task.title)}`),
    unarchive: (task: Task) =>
      act(task, () => unarchiveTask(task.id), [{ ...task, archived: false }], `Out of the archive: ${quoted(task.title)}`),
    remove: (task: Task) => {
      const steps = (client.getQueryData<Task[]>(taskKeys.list()) ?? []).filter((one) => one.parentId === task.id);
      act(task, () => deleteTask(task.id), [], `Deleted ${quoted(task.title)}`, [task.id, ...steps.map((step) => step.id)]);
    },
    /** After an edit that the server has taken. */
    edited: (before: Task, after: Task) => {
      putTask(client, after);
      refreshAfterTask(client);
      const done = { ...whose(after), restore: [before] };
      last = done;
      toast.success(`Saved ${quoted(after.title)}`, { id: `task-${after.id}`, undo: () => takeBack(done) });
    },
    /** Takes back the last act of this page; false when there is none. */
    undoLast: (): boolean => {
      if (last === null) return false;
      takeBack(last);
      return true;
    },
  };
}

export type TaskActs = ReturnType<typeof useTaskActs>;
