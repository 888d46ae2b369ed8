import { useMutation, useQueryClient } from '@tanstack/react-query';
import { newKey } from '../api/client.ts';
import { keptAs } from '../api/kept.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { nothingDueKeys } from '../api/tasks.ts';
import { toast } from '../ui/toast.tsx';
import { keepable, sendCall } from './kept-calls.ts';

const callOf = (date: string) => ({ name: 'nothing_due' as const, args: { date } });

/** No reminder is sent for such a day. */
export function useNothingDue() {
  const { today } = useOwnerClock();
  const client = useQueryClient();
  const marking = useMutation({
    meta: keptAs<string>((date) => keepable(callOf(date), newKey(), `day ${date}`, 'Say that nothing is due')),
    mutationFn: (date: string) => sendCall(callOf(date), '').then(() => date),
    onSuccess: (date) => {
      client.setQueryData(nothingDueKeys.of(date), true);
      toast.success('Nothing due today', { detail: 'No reminder comes, and nobody is told.' });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return { mark: () => marking.mutate(today), isMarking: marking.isPending };
}
