import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/keep-changes.ts';
import { useRepeatKey } from '../api/repeat-key.ts';
import { markStale } from '../api/stale.ts';
import { quoted } from '../lib/words.ts';
import { readAfterTask, staleAfterTask } from './after-task.ts';
import { putTask } from './cache.ts';
import { creationOf } from './creation.ts';
import { bodyOf, type Draft } from './draft.ts';
import { sendCall } from './kept-calls.ts';
import { keepable } from './send-kept.ts';

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
