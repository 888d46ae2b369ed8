import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markNothingDue, nothingDueKeys } from '../api/days.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { toast } from '../ui/toast.tsx';

/** Says that nothing is due today: the day counts as filled. */
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
