import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { quoted } from '../../src/contracts/words/format.ts';
import { useRepeatKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/kept.ts';
import { markStale } from '../api/query-client.ts';
import { readAfterTask, staleAfterTask } from './after-task.ts';
import { putTask } from './cache.ts';
import { bodyOf } from './draft.ts';
import type { Draft } from './fields.ts';
import { keepable, sendCall } from './kept-calls.ts';

export const creationOf = <Made, Body>(mutation: UseMutationResult<Made, Error, Body>) => ({
  create: mutation.mutateAsync,
  creating: mutation.isPending,
  /** Whether the request waits for the connection. */
  paused: mutation.isPaused,
  error: mutation.error,
});

/** A retry of the same draft after a lost answer creates the task only once. `parentId` makes the tasks steps of that task. */
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
