import { type MutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { markStale, SHOWN_AT_ONCE, stopReads } from '../api/stale.ts';
import {
  archiveTask,
  deleteTask,
  deleteTaskChildren,
  setTaskStatus,
  type TaggedTask,
  type Task,
  taskKeys,
  unarchiveTask,
  undoTask,
} from '../api/tasks.ts';
import { quoted } from '../lib/words.ts';
import { toast } from '../ui/toast.tsx';
import { ALL_OF_TASKS, readAfterTask, staleAfterTask, TASK_ACTS } from './after-task.ts';
import { cachedTask, completedWithSteps, dropTask, predicted, putTask } from './cache.ts';

/** One change of a task: the call that it sends, and what the lists show until the answer comes. */
export interface Act {
  readonly id: string;
  /** The id of the task, or of its parent when it is a step. Changes of one family are sent one after the other. */
  readonly family: string;
  /** Sends the change. Gives the task of the answer, or undefined when it was deleted. */
  readonly send: () => Promise<TaggedTask | undefined>;
  readonly puts: readonly Task[];
  readonly drops: readonly string[];
  /** The message for the toast, such as 'Completed ‘Run, 5 km’', or null for none. */
  readonly message: string | null;
  readonly undo: boolean;
}

const touchedBy = ({ puts, drops }: Act): string[] => [...puts.map((task) => task.id), ...drops];

/**
 * Puts the answer into the cache, unless a later change of the same task is shown already, and marks everything else that has
 * changed as out of date.
 */
function applyAnswer(client: QueryClient, answer: TaggedTask | undefined, act: Act, before: readonly Task[]): void {
  const later = client.getMutationCache().findAll({ mutationKey: TASK_ACTS, status: 'pending' });
  const changedAgain = later.some(({ state }) => state.variables !== act && touchedBy(state.variables as Act).includes(act.id));
  if (answer && !changedAgain) putTask(client, answer.task, answer.etag);
  // A deleted task is no longer there for whoever opens it by its address.
  if (!answer) markStale(client, act.drops.map(taskKeys.one));
  const was = (id: string): Task | null => before.find((task) => task.id === id) ?? null;
  markStale(client, staleAfterTask(client, was(act.id), answer?.task ?? null));
  for (const id of touchedBy(act).filter((step) => step !== act.id)) {
    markStale(client, staleAfterTask(client, was(id), null));
    // The answer holds the task alone, so its steps are read.
    if (answer) markStale(client, [taskKeys.list(), taskKeys.children(act.id), taskKeys.one(id)]);
  }
}

type Done = Pick<Act, 'id' | 'family'> & { readonly restore: readonly Task[] };
/** The last change that the key `z` can undo. */
let last: Done | null = null;

const familyOf = ({ id, parentId }: Task): Pick<Act, 'id' | 'family'> => ({ id, family: parentId ?? id });

function explain(error: unknown): { text: string; detail?: string } {
  if (failedWith(error, 'precondition_failed')) return { text: 'This task was changed elsewhere.', detail: 'It is shown as it now is.' };
  if (failedWith(error, 'offline')) return { text: messageOf(error), detail: 'No answer came. Nothing was changed.' };
  return { text: messageOf(error) };
}

/** The changes that a person can make to tasks. The screen shows each at once; one that the server refuses is reverted, with a message. */
export function useTaskActs() {
  const client = useQueryClient();
  const options: MutationOptions<TaggedTask | undefined, Error, Act, { before: Task[] }> = {
    mutationKey: TASK_ACTS,
    meta: SHOWN_AT_ONCE,
    mutationFn: (act) => act.send(),
    onMutate: async (act) => {
      const before = touchedBy(act).flatMap((id) => cachedTask(client, id) ?? []);
      for (const task of act.puts) putTask(client, task);
      for (const id of act.drops) dropTask(client, id);
      const done = { id: act.id, family: act.family, restore: before };
      if (act.undo) last = done;
      if (act.message) toast.success(act.message, { id: `task-${act.id}`, ...(act.undo ? { undo: () => undo(done) } : {}) });
      await stopReads(client, taskKeys.all);
      return { before };
    },
    onSuccess: (answer, act, { before }) => applyAnswer(client, answer, act, before),
    onError: (error, act, context) => {
      for (const task of act.puts) if (!context?.before.some((one) => one.id === task.id)) dropTask(client, task.id);
      for (const task of context?.before ?? []) putTask(client, task);
      if (last?.id === act.id) last = null;
      markStale(client, ALL_OF_TASKS);
      const { text, ...rest } = explain(error);
      toast.error(text, { id: `task-${act.id}`, ...rest });
    },
    onSettled: () => readAfterTask(client, serverNow(), 1),
  };

  // Changes of a task and its steps are sent one after the other, also when offline, so that an undo arrives after the change
  // that it undoes. Changes of different tasks are sent at once.
  function mutate(act: Act): void {
    const mutation = client.getMutationCache().build(client, { ...options, scope: { id: `task-acts ${act.family}` } });
    // The failure was reported by `onError`.
    mutation.execute(act).catch(() => undefined);
  }

  function undo({ id, family, restore }: Done): void {
    last = null;
    mutate({
      id,
      family,
      send: () => undoTask(id),
      puts: restore,
      drops: [],
      message: restore[0] ? `Taken back: ${quoted(restore[0].title)}` : 'Taken back',
      undo: false,
    });
  }

  const act = (task: Task, send: Act['send'], puts: readonly Task[], message: string | null, drops: readonly string[] = []): void =>
    mutate({ ...familyOf(task), send, puts, drops, message, undo: true });

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
      const send = () => (task.parentId === null ? deleteTask(task.id) : deleteTaskChildren(task.parentId, [task.id]));
      act(task, send, [], `Deleted ${quoted(task.title)}`, [task.id, ...steps.map((step) => step.id)]);
    },
    /** Shows an edit that the server has accepted. */
    edited: (before: Task, { task: after, etag }: TaggedTask) => {
      putTask(client, after, etag);
      markStale(client, staleAfterTask(client, before, after));
      readAfterTask(client, serverNow());
      const done = { ...familyOf(after), restore: [before] };
      last = done;
      toast.success(`Saved ${quoted(after.title)}`, { id: `task-${after.id}`, undo: () => undo(done) });
    },
    /** Undoes the last change of this page. False when there is none. */
    undoLast: (): boolean => {
      if (last === null) return false;
      undo(last);
      return true;
    },
  };
}

export type TaskActs = ReturnType<typeof useTaskActs>;
