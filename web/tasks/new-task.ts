import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import { useRepeatKey } from '../api/repeat-key.ts';
import { markStale } from '../api/stale.ts';
import { createTask } from '../api/tasks.ts';
import { readAfterTask, staleAfterTask } from './after-task.ts';
import { putTask } from './cache.ts';
import { creationOf } from './creation.ts';
import { bodyOf, type Draft } from './draft.ts';

/** Creates tasks. A second try of the same draft, after no answer came, creates it only once. `parentId` makes them steps of that task. */
export function useNewTask(parentId: string | null = null) {
  const client = useQueryClient();
  const key = useRepeatKey();
  const mutation = useMutation({
    mutationKey: ['task-new'],
    mutationFn: (draft: Draft) => {
      const body = { ...bodyOf(draft), ...(parentId ? { parentId } : {}) };
      return createTask(body, key.of(body));
    },
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
