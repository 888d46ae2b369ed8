import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/keep-changes.ts';
import { messageOf } from '../api/problem.ts';
import type { Routine } from '../api/routines.ts';
import { markStale } from '../api/stale.ts';
import { quoted } from '../lib/words.ts';
import { ALL_OF_TASKS, readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { sendCall } from '../tasks/kept-calls.ts';
import { keepable } from '../tasks/send-kept.ts';
import { toast } from '../ui/toast.tsx';
import { dropRoutine } from './routine-cache.ts';

/** Changes of routines that are kept are sent one after the other. */
export const ROUTINE_CHANGES = 'routine-acts';
const endOf = ({ id }: Routine) => ({ name: 'end_routine' as const, args: { id } });

/** Ends routines. `onEnded` tells about each of them. */
export function useEndRoutine(onEnded?: (routine: Routine) => void) {
  const client = useQueryClient();
  return useMutation({
    meta: keptAs<Routine>((routine) => keepable(endOf(routine), newKey(), ROUTINE_CHANGES, `End ${quoted(routine.title)}`)),
    mutationFn: (routine: Routine) => sendCall(endOf(routine), ''),
    onSuccess: (_nothing, routine) => {
      dropRoutine(client, routine.id);
      markStale(client, staleAfterOccurrences(client));
      onEnded?.(routine);
    },
    onError: (error) => {
      markStale(client, ALL_OF_TASKS);
      toast.error(messageOf(error));
    },
    onSettled: () => readAfterTask(client, serverNow()),
  });
}
