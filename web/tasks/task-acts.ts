import { type MutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { markStale, stopReads } from '../api/stale.ts';
import { archiveTask, deleteTask, setTaskStatus, type TaggedTask, type Task, taskKeys, unarchiveTask, undoTask } from '../api/tasks.ts';
import { quoted } from '../lib/words.ts';
import { toast } from '../ui/toast.tsx';
import { ALL_OF_TASKS, readAfterTask, staleAfterTask, TASK_ACTS } from './after-task.ts';
import { cachedTask, completedWithSteps, dropTask, predicted, putTask } from './cache.ts';

/** One change: what it sends, and what the lists show meanwhile. */
export interface Act {
  readonly id: string;
  /** The task that it is, or is a step of. */
  readonly family: string;
  /** Gives the task as the answer has it, or nothing when there is none any more. */
  readonly send: () => Promise<TaggedTask | undefined>;
  readonly puts: readonly Task[];
  readonly drops: readonly string[];
  /** 'Completed ‘Run, 5 km’'; null says nothing. */
  readonly message: string | null;
  readonly undo: boolean;
}

const touchedBy = ({ puts, drops }: Act): string[] => [...puts.map((task) => task.id), ...drops];

/** Puts the answer into the cache, unless a later change of the same task is already shown, and marks what it cannot tell. */
function accept(client: QueryClient, answer: TaggedTask | undefined, act: Act, before: readonly Task[]): void {
  const later = client.getMutationCache().findAll({ mutationKey: TASK_ACTS, status: 'pending' });
  const changedAgain = later.some(({ state }) => state.variables !== act && touchedBy(state.variables as Act).includes(act.id));
  if (answer && !changedAgain) putTask(client, answer.task, answer.etag);
  const was = (id: string): Task | null => before.find((task) => task.id === id) ?? null;
  markStale(client, staleAfterTask(client, was(act.id), answer?.task ?? null));
  for (const id of touchedBy(act).filter((step) => step !== act.id)) {
    markStale(client, staleAfterTask(client, was(id), null));
    // The answer is the task's alone: its steps are read.
    if (answer) markStale(client, [taskKeys.list(), taskKeys.children(act.id), taskKeys.one(id)]);
  }
}

type Done = Pick<Act, 'id' | 'family'> & { readonly restore: readonly Task[] };
/** The last act that can be taken back by `z`. */
let last: Done | null = null;

const whose = ({ id, parentId }: Task): Pick<Act, 'id' | 'family'> => ({ id, family: parentId ?? id });

function explain(error: unknown): { text: string; detail?: string } {
  if (failedWith(error, 'precondition_failed')) return { text: 'This task was changed elsewhere.', detail: 'It is shown as it now is.' };
  if (failedWith(error, 'offline')) return { text: messageOf(error), detail: 'No answer came. Nothing was changed.' };
  return { text: messageOf(error) };
}

/** What can be done to a task, at once on the screen; what the server refuses is put back and message. */
export function useTaskActs() {
  const client = useQueryClient();
  const options: MutationOptions<TaggedTask | undefined, Error, Act, { before: Task[] }> = {
    mutationKey: TASK_ACTS,
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
    onSuccess: (answer, act, { before }) => accept(client, answer, act, before),
    onError: (error, act, context) => {
      for (const task of act.puts) if (!context?.before.some((one) => one.id === task.id)) dropTask(client, task.id);
      for (const task of context?.before ?? []) putTask(client, task);
      if (last?.id === act.id) last = null;
      markStale(client, ALL_OF_TASKS);
      const { text, ...rest } = explain(error);
      toast.error(text, { id: `task-${act.id}`, ...rest });
    },
    onSettled: () => {
      // A read that began while the change was on its way may have been answered before it.
      void stopReads(client, taskKeys.all);
      readAfterTask(client, serverNow(), 1);
    },
  };

  // One after the other on a task and its steps, so that an undo follows what it takes back, offline too; on other tasks at once.
  function mutate(act: Act): void {
    const mutation = client.getMutationCache().build(client, { ...options, scope: { id: `task-acts ${act.family}` } });
    // What failed was message.
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
    mutate({ ...whose(task), send, puts, drops, message, undo: true });

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
    edited: (before: Task, { task: after, etag }: TaggedTask) => {
      putTask(client, after, etag);
      markStale(client, staleAfterTask(client, before, after));
      readAfterTask(client, serverNow());
      const done = { ...whose(after), restore: [before] };
      last = done;
      toast.success(`Saved ${quoted(after.title)}`, { id: `task-${after.id}`, undo: () => undo(done) });
    },
    /** Takes back the last act of this page; false when there is none. */
    undoLast: (): boolean => {
      if (last === null) return false;
      undo(last);
      return true;
    },
  };
}

export type TaskActs = ReturnType<typeof useTaskActs>;
