import { useMutation, useQueryClient } from '@tanstack/react-query';
import { nothingDueKeys, sayNothingDue } from '../api/days.ts';
import { messageOf } from '../api/problem.ts';
import { toast } from '../ui/toast.tsx';
import { useHere } from './here.ts';

/** Says that nothing is due today: the day counts as filled. */
export function useNothingDue() {
  const { today } = useHere();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sayNothingDue(today).then(() => today),
    onSuccess: (date) => {
      client.setQueryData(nothingDueKeys.of(date), true);
      toast.success('Nothing due today', { detail: 'No reminder comes, and nobody is told.' });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
