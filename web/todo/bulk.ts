import type { QueryClient } from '@tanstack/react-query';
import { plural, quoted } from '../../src/contracts/words/format.ts';
import { type BatchDone, type BatchUndone, MOST_IN_BATCH } from '../api/batches.ts';
import { newKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/kept.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { markStale, SHOWN_AT_ONCE, stopReads } from '../api/query-client.ts';
import { type Task, taskKeys } from '../api/tasks.ts';
import { ALL_OF_TASKS, readAfterTask } from '../tasks/after-task.ts';
import { cachedTask, dropTask, putTask } from '../tasks/cache.ts';
import { CALLS, keepable, type TaskCall } from '../tasks/kept-calls.ts';
import { forgetChange, rememberChange } from '../tasks/last-change.ts';
import type { Selection } from '../tasks/selection.ts';
import { toast } from '../ui/toast.tsx';
import { type Asked, doneWords, type Portion, portionsFor, shownFor } from './bulk-changes.ts';

/** A task that the server did not change, with its reason. */
export interface Refused {
  readonly id: string;
  readonly title: string;
  readonly message: string;
}

/** The toast of a change of several tasks. A second change replaces it. */
const TOAST = 'bulk';

interface Call<Args> {
  readonly args: Args;
  readonly key: string;
  readonly words: string;
}

/** Sends one call of a change that is shown already. Closing the page does not lose it. */
async function send<Args, Answer>(
  client: QueryClient,
  { args, words }: Omit<Call<Args>, 'key'>,
  callOf: (args: Args) => TaskCall,
  call: (args: Args, key: string) => Promise<Answer>,
): Promise<Answer> {
  const mutation = client.getMutationCache().build<Answer, Error, Call<Args>, unknown>(client, {
    mutationKey: ['task-batch'],
    meta: { ...SHOWN_AT_ONCE, ...keptAs<Call<Args>>((one) => keepable(callOf(one.args), one.key, one.key, one.words)) },
    mutationFn: (one) => call(one.args, one.key),
    onMutate: () => stopReads(client, taskKeys.all),
    onSettled: () => {
      markStale(client, ALL_OF_TASKS);
      readAfterTask(client, serverNow());
    },
  });
  return mutation.execute({ args, key: newKey(), words });
}

const sendPortion = (client: QueryClient, args: Portion, words: string): Promise<BatchDone> =>
  send(client, { args, words }, (one) => ({ name: 'create_batch', args: one }), CALLS.create_batch);
const sendUndo = (client: QueryClient, batch: string, words: string): Promise<BatchUndone> =>
  send(client, { args: { batch }, words }, (args) => ({ name: 'undo_batch', args }), CALLS.undo_batch);

const split = ({ ids, change }: Portion): Portion[] =>
  Array.from({ length: Math.ceil(ids.length / MOST_IN_BATCH) }, (_, at) => ({
    ids: ids.slice(at * MOST_IN_BATCH, (at + 1) * MOST_IN_BATCH),
    change,
  }));

/** A deleted task is answered as it was. */
function showAll(client: QueryClient, tasks: readonly Task[]): void {
  for (const task of tasks) {
    if (task.deleted) dropTask(client, task.id);
    else putTask(client, task);
  }
}

interface BulkOptions {
  readonly client: QueryClient;
  readonly selection: Selection;
  readonly clock: Pick<OwnerClock, 'zone' | 'today'>;
  /** Tells the screen what was refused. */
  readonly onRefused: (refused: readonly Refused[]) => void;
}

/** What became of a change, as far as its calls were answered. */
interface Outcome {
  readonly answers: readonly BatchDone[];
  /** The first failure of a call. Null: all of them were answered. */
  readonly failure: unknown;
}

async function settled(calls: readonly Promise<BatchDone>[]): Promise<Outcome> {
  const results = await Promise.allSettled(calls);
  const failed = results.find((one) => one.status === 'rejected');
  return { answers: results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])), failure: failed?.reason ?? null };
}

/** Changes all selected tasks. What the server refuses stays selected, with its reason. One undo takes all of it back. */
export function makeBulk({ client, selection, clock, onRefused }: BulkOptions) {
  const { zone, today } = clock;

  function titleOf(id: string, tasks: readonly Task[]): string {
    return tasks.find((task) => task.id === id)?.title ?? cachedTask(client, id)?.title ?? 'A task';
  }

  async function takeBack(outcome: Promise<Outcome>, tasks: readonly Task[]): Promise<void> {
    const { answers } = await outcome;
    try {
      const undone = await Promise.all(answers.map(({ batchId }) => sendUndo(client, batchId, 'Take back a change of several tasks')));
      for (const { done } of undone) showAll(client, done);
      const refused = undone.flatMap((one) => one.refused);
      if (refused.length === 0) return;
      const names = refused.map(({ id }) => quoted(titleOf(id, tasks))).join(', ');
      toast.error(`${plural(refused.length, 'task')} changed since then`, { id: TOAST, detail: `Not taken back: ${names}` });
    } catch (error) {
      toast.error(messageOf(error), { id: TOAST });
    }
  }

  return function change(asked: Asked): void {
    const tasks = [...selection.ids()].flatMap((id) => cachedTask(client, id) ?? []);
    if (tasks.length === 0) return void selection.clear();
    const all = client.getQueryData<Task[]>(taskKeys.list()) ?? [];
    const { puts, drops } = shownFor(asked, tasks, { all, zone, now: serverNow() });
    const before = [...puts.map(({ id }) => id), ...drops].flatMap((id) => cachedTask(client, id) ?? []);
    const words = doneWords(asked, tasks.length, today);

    function undo(): void {
      forgetChange();
      onRefused([]);
      showAll(client, before);
      toast.success(`Taken back: ${words}`, { id: TOAST });
      void takeBack(outcome, tasks);
    }
    function settle({ answers, failure }: Outcome): void {
      const refused = answers.flatMap((one) => one.refused);
      const kept = new Set([...refused.map(({ id }) => id), ...unanswered(answers)]);
      showAll(
        client,
        before.filter(({ id, parentId }) => kept.has(id) || (parentId !== null && kept.has(parentId))),
      );
      for (const { done } of answers) showAll(client, done);
      if (kept.size === 0) return;
      onRefused(refused.map(({ id, message }) => ({ id, message, title: titleOf(id, tasks) })));
      selection.set(kept);
      const done = answers.reduce((sum, one) => sum + one.done.length, 0);
      if (done === 0) forgetChange(TOAST);
      if (failure !== null) toast.error(messageOf(failure), { id: TOAST, detail: 'What was not changed is still selected.' });
      else if (done > 0) toast.success(doneWords(asked, done, today), { id: TOAST, undo });
      else toast.dismiss(TOAST);
    }
    const unanswered = (answers: readonly BatchDone[]): string[] => {
      const known = new Set(answers.flatMap((one) => [...one.refused, ...one.done].map(({ id }) => id)));
      const isAnswered = (task: Task): boolean =>
        known.has(task.id) || answers.some((one) => one.done.some(({ againOf }) => againOf === task.id));
      return tasks.filter((task) => !isAnswered(task)).map(({ id }) => id);
    };

    for (const task of puts) putTask(client, task);
    for (const id of drops) dropTask(client, id);
    selection.clear();
    onRefused([]);
    const parts = portionsFor(asked, tasks).flatMap(split);
    const outcome = settled(parts.map((part) => sendPortion(client, part, words)));
    rememberChange(TOAST, undo);
    toast.success(words, { id: TOAST, undo });
    void outcome.then(settle);
  };
}
