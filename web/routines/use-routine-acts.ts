import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../api/problem.ts';
import { editRoutine, endRoutine, type Routine, routineKeys } from '../api/routines.ts';
import { quoted, refreshAfterTask } from '../ledger/task-acts.ts';
import { toast } from '../ui/toast.tsx';

interface Pausing {
  readonly routine: Routine;
  readonly paused: boolean;
  /** It takes back the one before. */
  readonly back?: boolean;
}

/** Pausing, resuming and ending, at once on the screen; what is refused is put back and said. */
export function useRoutineActs() {
  const client = useQueryClient();
  const put = (change: (list: Routine[]) => Routine[]) =>
    client.setQueryData<Routine[]>(routineKeys.list(), (list) => list && change(list));
  const settled = () => {
    void client.invalidateQueries({ queryKey: routineKeys.all });
    refreshAfterTask(client);
  };
  const pausing = useMutation({
    scope: { id: 'routine-acts' },
    mutationFn: ({ routine, paused }: Pausing) => editRoutine(routine.id, { paused }),
    onMutate: async ({ routine, paused, back }) => {
      await client.cancelQueries({ queryKey: routineKeys.list() });
      put((list) => list.map((one) => (one.id === routine.id ? { ...one, paused } : one)));
      toast.success(`${paused ? 'Paused' : 'Goes on'}: ${quoted(routine.title)}`, {
        id: `routine-${routine.id}`,
        ...(back ? {} : { undo: () => pausing.mutate({ routine, paused: !paused, back: true }) }),
      });
    },
    onError: (error, { routine, paused }) => {
      put((list) => list.map((one) => (one.id === routine.id ? { ...one, paused: !paused } : one)));
      toast.error(messageOf(error), { id: `routine-${routine.id}` });
    },
    onSettled: settled,
  });
  const ending = useMutation({
    mutationFn: (routine: Routine) => endRoutine(routine.id),
    onSuccess: (_nothing, routine) => {
      put((list) => list.filter((one) => one.id !== routine.id));
      toast.success(`Ended: ${quoted(routine.title)}`, { detail: 'What has been stays in the record.' });
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: settled,
  });
  return { pause: (routine: Routine, paused: boolean) => pausing.mutate({ routine, paused }), end: ending.mutate };
}
