import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import { messageOf } from '../api/problem.ts';
import { useRepeatKey } from '../api/repeat-key.ts';
import { markStale } from '../api/stale.ts';
import { cancelVacation, createVacation, type Vacation, vacationKeys } from '../api/vacations.ts';
import { ALL_OF_TASKS, readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { toast } from '../ui/toast.tsx';

/** Creates vacations. A second try of the same, after no answer came, creates it only once. */
export function useNewVacation(onMade: (vacation: Vacation) => void) {
  const client = useQueryClient();
  const key = useRepeatKey();
  return useMutation({
    mutationFn: (body: { from: string; to: string }) => createVacation(body, key.of(body)),
    onError: key.failed,
    onSuccess: (made) => {
      key.made();
      client.setQueryData<Vacation[]>(vacationKeys.all, (list) => list && [...list.filter(({ id }) => id !== made.id), made]);
      markStale(client, staleAfterOccurrences(client));
      readAfterTask(client, serverNow());
      onMade(made);
    },
  });
}

/** Cancels a vacation by its id. Tasks that it had skipped and that are not yet due are open again. */
export function useCancelVacation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: cancelVacation,
    onSuccess: (_nothing, cancelled) => {
      client.setQueryData<Vacation[]>(vacationKeys.all, (list) => list?.filter(({ id }) => id !== cancelled));
      markStale(client, staleAfterOccurrences(client));
      toast.success('Vacation cancelled', { detail: 'What is not yet due is back in the list.' });
    },
    onError: (error) => {
      markStale(client, [vacationKeys.all, ...ALL_OF_TASKS]);
      toast.error(messageOf(error));
    },
    onSettled: () => readAfterTask(client, serverNow()),
  });
}
