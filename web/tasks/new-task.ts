import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRepeatKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/kept.ts';
import { ApiError, messageOf } from '../api/problem.ts';
import { markStale } from '../api/query-client.ts';
import { quoted } from '../lib/words.ts';
import { readAfterTask, staleAfterTask } from './after-task.ts';
import { putTask } from './cache.ts';
import { bodyOf, type Draft, type DraftFaults, serverFaults } from './draft.ts';
import { keepable, sendCall } from './kept-calls.ts';

/** The state of a mutation that creates something, as its form shows it. */
export function creationOf<Made, Body>(mutation: UseMutationResult<Made, Error, Body>) {
  const { error } = mutation;
  const faults: DraftFaults = error instanceof ApiError ? serverFaults(error.errors) : {};
  return {
    create: mutation.mutateAsync,
    creating: mutation.isPending,
    /** Whether it waits for the connection. */
    paused: mutation.isPaused,
    forget: mutation.reset,
    error,
    faults,
    /** The message of a failure that concerns no field, or null. */
    fault: error && Object.keys(faults).length === 0 ? messageOf(error) : null,
  };
}

/** Creates tasks. A second try of the same draft, after no answer came, creates it only once. `parentId` makes them steps of that task. */
export function useNewTask(parentId: string | null = null) {
  const client = useQueryClient();
  const key = useRepeatKey();
  const callOf = (draft: Draft) => ({ name: 'create' as const, args: { body: { ...bodyOf(draft), ...(parentId ? { parentId } : {}) } } });
  const keyOf = (draft: Draft) => key.of(callOf(draft).args.body);
  const mutation = useMutation({
    mutationKey: ['task-new'],
    meta: keptAs<Draft>((draft) => keepable(callOf(draft), keyOf(draft), keyOf(draft), `Write down ${quoted(draft.title)}`)),
    mutationFn: (draft: Draft) => sendCall(callOf(draft), keyOf(draft)),
    onError: key.failed,
    onSuccess: ({ task, etag }) => {
      key.made();
      putTask(client, task, etag);
      markStale(client, staleAfterTask(client, null, task));
      readAfterTask(client, serverNow());
    },
  });
  return creationOf(mutation);
}
