import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markNothingDue, nothingDueKeys } from '../api/days.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { toast } from '../ui/toast.tsx';

/** Marks today as a day on which nothing is due. No reminder is sent for it. */
export function useNothingDue() {
  const { today } = useOwnerClock();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => markNothingDue(today).then(() => today),
    onSuccess: (date) => {
      client.setQueryData(nothingDueKeys.of(date), true);
      toast.success('Nothing due today', { detail: 'No reminder comes, and nobody is told.' });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
