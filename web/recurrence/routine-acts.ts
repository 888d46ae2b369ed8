import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { quoted } from '../../src/contracts/words/format.ts';
import { newKey, useRepeatKey } from '../api/client.ts';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/kept.ts';
import { messageOf } from '../api/problem.ts';
import { markStale } from '../api/query-client.ts';
import { type NewRoutine, type Routine, routineKeys, type TaggedRoutine } from '../api/routines.ts';
import { ALL_OF_TASKS, readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { routineFieldsOf } from '../tasks/draft.ts';
import type { Draft } from '../tasks/fields.ts';
import { keepable, sendCall } from '../tasks/kept-calls.ts';
import { creationOf } from '../tasks/new-task.ts';
import { toast } from '../ui/toast.tsx';
import { type PlainRule, toRRule } from './rule.ts';

/** Updates the cached list (oldest first) and the routine's own query. Queries that were never loaded stay unloaded. */
export function putRoutine(client: QueryClient, saved: TaggedRoutine): void {
  const { routine } = saved;
  client.setQueryData<Routine[]>(routineKeys.list(), (list) =>
    list?.some((one) => one.id === routine.id) ? list.map((one) => (one.id === routine.id ? routine : one)) : list && [...list, routine],
  );
  client.setQueryData<TaggedRoutine>(routineKeys.one(routine.id), (one) => one && saved);
}

export const dropRoutine = (client: QueryClient, id: string): void =>
  void client.setQueryData<Routine[]>(routineKeys.list(), (list) => list?.filter((one) => one.id !== id));

/** Stored changes of this family are sent one after the other. */
export const ROUTINE_CHANGES = 'routine-acts';
const endOf = ({ id }: Routine) => ({ name: 'end_routine' as const, args: { id } });

/** `onEnded` is called for each ended routine. */
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

export type RoutineBody = Partial<NewRoutine> & Pick<NewRoutine, 'title' | 'rrule'>;

/** Turns a task draft into the request that creates a routine. */
export function routineBody(draft: Draft, { rule, startDate }: { readonly rule: PlainRule; readonly startDate: string }): RoutineBody {
  return { ...routineFieldsOf(draft), rrule: toRRule(rule), startDate };
}

const callOf = (body: RoutineBody) => ({ name: 'create_routine' as const, args: { body } });

/**
 * A retry after a lost answer creates the routine only once. `onMade` is called even if the form was closed in the meantime.
 */
export function useNewRoutine(onMade?: (routine: Routine) => void) {
  const client = useQueryClient();
  const key = useRepeatKey();
  const mutation = useMutation({
    mutationKey: ['routine-new'],
    meta: keptAs<RoutineBody>((body) => keepable(callOf(body), key.of(body), key.of(body), `Write down the routine ${quoted(body.title)}`)),
    mutationFn: (body: RoutineBody) => sendCall(callOf(body), key.of(body)),
    onError: key.failed,
    onSuccess: (made) => {
      key.made();
      putRoutine(client, made);
      markStale(client, staleAfterOccurrences(client));
      readAfterTask(client, serverNow());
      onMade?.(made.routine);
    },
  });
  return creationOf(mutation);
}
