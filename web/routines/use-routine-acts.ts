import { useMutation, useQueryClient } from '@tanstack/react-query';
import { quoted } from '../../src/contracts/words/format.ts';
import { newKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/kept.ts';
import { messageOf } from '../api/problem.ts';
import { markStale, SHOWN_AT_ONCE, stopReads } from '../api/query-client.ts';
import { type Routine, routineKeys } from '../api/routines.ts';
import { putRoutine, ROUTINE_CHANGES, useEndRoutine } from '../recurrence/routine-acts.ts';
import { ALL_OF_TASKS, readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { keepable, sendCall } from '../tasks/kept-calls.ts';
import { toast } from '../ui/toast.tsx';

interface Pausing {
  readonly routine: Routine;
  readonly paused: boolean;
  readonly back?: boolean;
}

const PAUSING = ['routine-pausing'] as const;

const pauseOf = ({ routine, paused }: Pausing) => ({ name: 'pause_routine' as const, args: { id: routine.id, paused } });

/** The screen shows a pause at once. If the server refuses it, the screen reverts it and shows a message. */
export function useRoutineActs() {
  const client = useQueryClient();
  const show = (id: string, paused: boolean) =>
    client.setQueryData<Routine[]>(routineKeys.list(), (list) => list?.map((one) => (one.id === id ? { ...one, paused } : one)));
  const pausing = useMutation({
    mutationKey: PAUSING,
    meta: {
      ...SHOWN_AT_ONCE,
      ...keptAs<Pausing>((act) =>
        keepable(pauseOf(act), newKey(), ROUTINE_CHANGES, `${act.paused ? 'Pause' : 'Go on with'} ${quoted(act.routine.title)}`),
      ),
    },
    scope: { id: ROUTINE_CHANGES },
    mutationFn: (act: Pausing) => sendCall(pauseOf(act), ''),
    onMutate: async ({ routine, paused, back }) => {
      show(routine.id, paused);
      toast.success(`${paused ? 'Paused' : 'Goes on'}: ${quoted(routine.title)}`, {
        id: `routine-${routine.id}`,
        ...(back ? {} : { undo: () => pausing.mutate({ routine, paused: !paused, back: true }) }),
      });
      await stopReads(client, routineKeys.list());
    },
    onSuccess: (saved) => {
      // If another change is waiting behind this one, the screen already shows the result of that one.
      if (client.isMutating({ mutationKey: PAUSING }) > 1) markStale(client, [routineKeys.all]);
      else putRoutine(client, saved);
      markStale(client, staleAfterOccurrences(client));
    },
    onError: (error, { routine, paused }) => {
      show(routine.id, !paused);
      markStale(client, ALL_OF_TASKS);
      toast.error(messageOf(error), { id: `routine-${routine.id}` });
    },
    onSettled: () => readAfterTask(client, serverNow()),
  });
  const ending = useEndRoutine((routine) =>
    toast.success(`Ended: ${quoted(routine.title)}`, { detail: 'What has been stays in the record.' }),
  );
  return { pause: (routine: Routine, paused: boolean) => pausing.mutate({ routine, paused }), end: ending.mutate };
}
