import { type MutationOptions, onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { quoted } from '../../src/contracts/words/format.ts';
import { newKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { DecidedElsewhere, type KeptChange, keptAs } from '../api/kept.ts';
import { todayOf, zoneOf } from '../api/owner-clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { markStale, SHOWN_AT_ONCE, stopReads } from '../api/query-client.ts';
import { type ClientStatus, type EditTask, type TaggedTask, type Task, taskKeys } from '../api/tasks.ts';
import { toast } from '../ui/toast.tsx';
import { ALL_OF_TASKS, readAfterTask, staleAfterTask, TASK_ACTS } from './after-task.ts';
import { cachedTask, completedWithSteps, dropTask, edited, predicted, putTask } from './cache.ts';
import { markTaskChanged } from './changed-tasks.ts';
import { keepable, sendCall, sendKept, stateBefore, type TaskCall, undoMade } from './kept-calls.ts';
import { forgetChange, rememberChange, undoLastChange } from './last-change.ts';

type ActName = 'status' | 'undo' | 'archive' | 'unarchive' | 'delete' | 'delete_steps' | 'edit';

/** The call that a change sends, and what the lists show until the answer arrives. */
export interface Act {
  readonly id: string;
  /** The id of the task, or of its parent if it is a step. Changes of the same family are sent one after the other. */
  readonly family: string;
  readonly call: TaskCall<ActName>;
  /** The idempotency key of the call. */
  readonly key: string;
  /** When the person decided it, in milliseconds of this browser's clock; whether there was a connection then; and the task before it. */
  readonly at: number;
  readonly isOffline: boolean;
  readonly before: KeptChange['before'];
  /** The change in words: 'Complete ‘Run, 5 km’'. */
  readonly words: string;
  readonly puts: readonly Task[];
  readonly drops: readonly string[];
  /** The message for the toast: 'Completed ‘Run, 5 km’'. Null: no toast. */
  readonly message: string | null;
  readonly undo: boolean;
  /** The change that this one takes back. */
  readonly of?: Done;
}

const touchedBy = ({ puts, drops }: Act): string[] => [...puts.map((task) => task.id), ...drops];

/**
 * Puts the answer into the cache, unless a later change of the same task is already shown, and marks everything else that has
 * changed as outdated.
 */
function applyAnswer(client: QueryClient, answer: TaggedTask | undefined, act: Act, before: readonly Task[]): void {
  const later = client.getMutationCache().findAll({ mutationKey: TASK_ACTS, status: 'pending' });
  const changedAgain = later.some(({ state }) => state.variables !== act && touchedBy(state.variables as Act).includes(act.id));
  if (answer && !changedAgain) putTask(client, answer.task, answer.etag);
  // The query of a deleted task is outdated for a person who opens its address.
  if (!answer) markStale(client, act.drops.map(taskKeys.one));
  const was = (id: string): Task | null => before.find((task) => task.id === id) ?? null;
  markStale(client, staleAfterTask(client, was(act.id), answer?.task ?? null));
  for (const id of touchedBy(act).filter((step) => step !== act.id)) {
    markStale(client, staleAfterTask(client, was(id), null));
    // The answer contains only the task, so its steps are read again.
    if (!answer) continue;
    markStale(client, [taskKeys.children(act.id), taskKeys.one(id)]);
    markTaskChanged(client, id);
  }
}

/** `answer`: what the server has answered. Null: it has not answered yet, or with no task. */
type Done = Pick<Act, 'id' | 'family'> & { readonly restore: readonly Task[]; answer: TaggedTask | null };

const familyOf = ({ id, parentId }: Task): Pick<Act, 'id' | 'family'> => ({ id, family: parentId ?? id });

function explain(error: unknown, { of }: Act): { text: string; detail?: string } {
  if (failedWith(error, 'precondition_failed'))
    return {
      text: of ? 'Not taken back: the task was changed since.' : 'This task was changed elsewhere.',
      detail: 'It is shown as it now is.',
    };
  if (failedWith(error, 'offline')) return { text: messageOf(error), detail: 'No answer came. Nothing was changed.' };
  if (failedWith(error, 'validation_failed')) return { text: Object.values(error.errors).flat().join(' ') || messageOf(error) };
  return { text: messageOf(error) };
}

/** A change that waited this long behind another one, in milliseconds, may meet a later decision, like one that was made offline. */
const WAITED_MS = 5_000;

/** Sends a change. One that has waited for the connection is sent only if nobody has decided otherwise since. */
async function sendAct(client: QueryClient, { id, call, key, of, at, isOffline, before }: Act): Promise<TaggedTask | undefined> {
  if (of?.answer) return await undoMade(id, key, of.answer);
  if (!isOffline && Date.now() - at < WAITED_MS) return (await sendCall(call, key)) ?? undefined;
  const kept = keepable(call, key, '', '');
  return await sendKept({ ...kept, before, sentAt: null }, Date.now(), todayOf(client));
}

/** The screen shows each change at once. If the server refuses it, the screen reverts it and shows a message. */
export function useTaskActs() {
  const client = useQueryClient();
  // Rows render again with other functions.
  return useMemo(() => makeTaskActs(client), [client]);
}

function makeTaskActs(client: QueryClient) {
  const options: MutationOptions<TaggedTask | undefined, Error, Act, { before: Task[]; done: Done }> = {
    mutationKey: TASK_ACTS,
    meta: {
      ...SHOWN_AT_ONCE,
      ...keptAs<Act>((act) => keepable(act.call, act.key, act.family, act.words, cachedTask(client, act.id))),
    },
    mutationFn: (act) => sendAct(client, act),
    onMutate: async (act) => {
      const before = touchedBy(act).flatMap((id) => cachedTask(client, id) ?? []);
      for (const task of act.puts) putTask(client, task);
      for (const id of act.drops) dropTask(client, id);
      const done: Done = { id: act.id, family: act.family, restore: before, answer: null };
      if (act.undo) rememberChange(act.id, () => undo(done));
      if (act.message) toast.success(act.message, { id: `task-${act.id}`, ...(act.undo ? { undo: () => undo(done) } : {}) });
      await stopReads(client, taskKeys.all);
      return { before, done };
    },
    onSuccess: (answer, act, { before, done }) => {
      done.answer = answer ?? null;
      applyAnswer(client, answer, act, before);
    },
    onError: (error, act, context) => {
      for (const task of act.puts) if (!context?.before.some((one) => one.id === task.id)) dropTask(client, task.id);
      for (const task of context?.before ?? []) putTask(client, task);
      forgetChange(act.id);
      markStale(client, ALL_OF_TASKS);
      // The note on the screen asks what is to become of it.
      if (error instanceof DecidedElsewhere) return;
      const { text, ...rest } = explain(error, act);
      toast.error(text, { id: `task-${act.id}`, ...rest });
    },
    onSettled: () => readAfterTask(client, serverNow()),
  };

  // Changes of a task and its steps are sent one after the other, also after being offline, so that an undo arrives after the
  // change that it undoes. Changes of different tasks are sent in parallel.
  function mutate(given: Omit<Act, 'key' | 'at' | 'isOffline' | 'before'>): void {
    const act = {
      ...given,
      key: newKey(),
      at: Date.now(),
      isOffline: !onlineManager.isOnline(),
      before: stateBefore(cachedTask(client, given.id)),
    };
    const mutation = client.getMutationCache().build(client, { ...options, scope: { id: `task-acts ${act.family}` } });
    // `onError` has already reported the failure.
    mutation.execute(act).catch(() => undefined);
  }

  function undo(done: Done): void {
    const { id, family, restore } = done;
    forgetChange();
    mutate({
      id,
      family,
      call: { name: 'undo', args: { id } },
      words: restore[0] ? `Take back the last change of ${quoted(restore[0].title)}` : 'Take back a change',
      puts: restore,
      drops: [],
      message: restore[0] ? `Taken back: ${quoted(restore[0].title)}` : 'Taken back',
      undo: false,
      of: done,
    });
  }

  const act = (task: Task, call: Act['call'], verb: string, done: string, puts: readonly Task[], drops: readonly string[] = []): void =>
    mutate({
      ...familyOf(task),
      call,
      words: `${verb} ${quoted(task.title)}`,
      puts,
      drops,
      message: `${done} ${quoted(task.title)}`,
      undo: true,
    });
  const stepsOf = ({ id }: Task): string[] =>
    (client.getQueryData<Task[]>(taskKeys.list()) ?? []).flatMap((one) => (one.parentId === id ? [one.id] : []));
  const become = (task: Task, status: ClientStatus, reason?: string): Act['call'] => ({
    name: 'status',
    args: { id: task.id, status, ...(reason === undefined ? {} : { reason }) },
  });

  return {
    complete: (task: Task) => {
      const all = client.getQueryData<Task[]>(taskKeys.list()) ?? [];
      act(task, become(task, 'completed'), 'Complete', 'Completed', completedWithSteps(task, all, serverNow()));
    },
    reopen: (task: Task) => act(task, become(task, 'pending'), 'Open again', 'Open again:', [predicted(task, 'pending', serverNow())]),
    start: (task: Task) => act(task, become(task, 'in_progress'), 'Start', 'Started', [predicted(task, 'in_progress', serverNow())]),
    skip: (task: Task, reason: string) =>
      act(task, become(task, 'skipped', reason), 'Skip', 'Skipped', [predicted(task, 'skipped', serverNow(), reason)]),
    /**
     * Changes a few fields at once, whatever else has changed since the task was read. `message` says what was done:
     * 'Moved to tomorrow: ‘Run, 5 km’'.
     */
    change: (task: Task, change: EditTask, message: string) =>
      mutate({
        ...familyOf(task),
        call: { name: 'edit', args: { id: task.id, change, etag: null } },
        words: `Change ${quoted(task.title)}`,
        puts: [edited(task, change, zoneOf(client))],
        drops: [],
        message,
        undo: true,
      }),
    archive: (task: Task) => act(task, { name: 'archive', args: { id: task.id } }, 'Archive', 'Archived', [{ ...task, archived: true }]),
    unarchive: (task: Task) =>
      act(task, { name: 'unarchive', args: { id: task.id } }, 'Take out of the archive:', 'Out of the archive:', [
        { ...task, archived: false },
      ]),
    remove: (task: Task) => {
      const call: Act['call'] =
        task.parentId === null
          ? { name: 'delete', args: { id: task.id } }
          : { name: 'delete_steps', args: { id: task.parentId, steps: [task.id] } };
      act(task, call, 'Delete', 'Deleted', [], [task.id, ...stepsOf(task)]);
    },
    /** Deletes tasks that were created together, with one message for all of them, which replaces the one with this id. */
    removeAll: (tasks: readonly Task[], message: string, id: string) => {
      for (const task of tasks)
        mutate({
          ...familyOf(task),
          call: { name: 'delete', args: { id: task.id } },
          words: `Delete ${quoted(task.title)}`,
          puts: [],
          drops: [task.id, ...stepsOf(task)],
          message: null,
          undo: false,
        });
      forgetChange();
      toast.success(message, { id });
    },
    edited: (before: Task, { task: after, etag }: TaggedTask) => {
      putTask(client, after, etag);
      markStale(client, staleAfterTask(client, before, after));
      readAfterTask(client, serverNow());
      const done: Done = { ...familyOf(after), restore: [before], answer: { task: after, etag } };
      rememberChange(after.id, () => undo(done));
      toast.success(`Saved ${quoted(after.title)}`, { id: `task-${after.id}`, undo: () => undo(done) });
    },
    /** Undoes the last change of a task. `before` is the task without it. */
    takeBack: (before: Task) => undo({ ...familyOf(before), restore: [before], answer: null }),
    /** False: there is no change to undo. */
    undoLast: undoLastChange,
  };
}

export type TaskActs = ReturnType<typeof useTaskActs>;
