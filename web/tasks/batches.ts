import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type BatchChange, type BatchDone, MOST_IN_BATCH } from '../api/batches.ts';
import { newKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/kept.ts';
import { markStale } from '../api/query-client.ts';
import type { Task } from '../api/tasks.ts';
import { ALL_OF_TASKS, readAfterTask } from './after-task.ts';
import { dropTask, putTask } from './cache.ts';
import { CALLS, keepable, type TaskCall } from './kept-calls.ts';

/** What one press asks of the server: changes of several tasks, and alerts to acknowledge. */
export interface Press {
  readonly changes: readonly { readonly ids: readonly string[]; readonly change: BatchChange }[];
  readonly alerts: readonly string[];
  /** The press in words: 'Sort out 8 missed tasks'. */
  readonly words: string;
}

export interface PressDone {
  /** The ids of the batches, with which the press can be taken back. */
  readonly batches: readonly string[];
  /** The changed tasks, and the new ones of a promise that was made again. */
  readonly done: readonly Task[];
  readonly refused: BatchDone['refused'];
  /** Why some of the changes did not reach the server. Null: all of them did. */
  readonly failure: Error | null;
  /** The same for the alerts. */
  readonly alertFailure: Error | null;
}

interface Order<Args> {
  readonly args: Args;
  readonly key: string;
  readonly words: string;
}

/** The portions that one call takes. */
export const portions = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MOST_IN_BATCH) }, (_, at) => ids.slice(at * MOST_IN_BATCH, (at + 1) * MOST_IN_BATCH));

/** Nothing is shown before the answer, and everything that shows tasks is read again after it. */
function useCall<Args, Answer>(callOf: (args: Args) => TaskCall, send: (args: Args, key: string) => Promise<Answer>) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: ['task-batch'],
    meta: keptAs<Order<Args>>(({ args, key, words }) => keepable(callOf(args), key, key, words)),
    mutationFn: ({ args, key }: Order<Args>) => send(args, key),
    onSettled: () => {
      markStale(client, ALL_OF_TASKS);
      readAfterTask(client, serverNow());
    },
  });
  return (args: Args, words: string) => mutateAsync({ args, key: newKey(), words });
}

export function useBatches() {
  const client = useQueryClient();
  const change = useCall((args) => ({ name: 'create_batch', args }), CALLS.create_batch);
  const undo = useCall((args) => ({ name: 'undo_batch', args }), CALLS.undo_batch);
  const acknowledge = useCall((args) => ({ name: 'acknowledge_all', args }), CALLS.acknowledge_all);

  return {
    /** Sends all calls of one press. It never rejects, because some of the calls may have been answered. */
    async press({ changes, alerts, words }: Press): Promise<PressDone> {
      const [batches, acknowledged] = await Promise.all([
        Promise.allSettled(
          changes.flatMap(({ ids, change: what }) => portions(ids).map((some) => change({ ids: some, change: what }, words))),
        ),
        Promise.allSettled(portions(alerts).map((ids) => acknowledge({ ids }, words))),
      ]);
      const answers = batches.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      show(
        client,
        answers.flatMap(({ done }) => done),
      );
      return {
        batches: answers.map(({ batchId }) => batchId),
        done: answers.flatMap(({ done }) => done),
        refused: answers.flatMap(({ refused }) => refused),
        failure: failureIn(batches),
        alertFailure: failureIn(acknowledged),
      };
    },
    /**
     * Takes back what these batches have done, and returns what is refused because it was changed since.
     * @throws ApiError
     */
    async takeBack(batches: readonly string[], words: string): Promise<BatchDone['refused']> {
      const refused: BatchDone['refused'] = [];
      for (const batch of batches) {
        const answer = await undo({ batch }, words);
        show(client, answer.done);
        refused.push(...answer.refused);
      }
      return refused;
    },
  };
}

const failureIn = (results: readonly PromiseSettledResult<unknown>[]): Error | null =>
  results.find((one) => one.status === 'rejected')?.reason ?? null;

/** A deleted task is answered as it was. */
function show(client: QueryClient, tasks: readonly Task[]): void {
  for (const task of tasks) {
    if (task.deleted) dropTask(client, task.id);
    else putTask(client, task);
  }
}
