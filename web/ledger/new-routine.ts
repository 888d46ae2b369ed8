import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newKey } from '../api/client.ts';
import { ApiError, messageOf } from '../api/problem.ts';
import { createRoutine, type NewRoutine, routineKeys } from '../api/routines.ts';
import { bodyOf, type Draft, type DraftFaults, serverFaults } from './draft.ts';
import { toRRule } from './rule.ts';
import { refreshAfterTask } from './task-acts.ts';
import type { UnderstoodRoutine } from './understand.ts';

export type RoutineBody = Partial<NewRoutine> & Pick<NewRoutine, 'title' | 'rrule'>;

/** A draft that repeats, as the server takes it. */
export function routineBody(draft: Draft, { rule, startDate }: UnderstoodRoutine): RoutineBody {
  const { dueDate: _, ...body } = bodyOf(draft);
  return { ...body, rrule: toRRule(rule), startDate };
}

/** Makes a routine; a second try of the same, after no answer came, makes it only once. */
export function useNewRoutine() {
  const client = useQueryClient();
  const tried = useRef({ said: '', key: '' });
  const mutation = useMutation({
    mutationKey: ['routine-new'],
    mutationFn: (body: RoutineBody) => {
      const said = JSON.stringify(body);
      if (tried.current.said !== said) tried.current = { said, key: newKey() };
      return createRoutine(body, tried.current.key);
    },
    onSuccess: () => {
      tried.current = { said: '', key: '' };
      void client.invalidateQueries({ queryKey: routineKeys.all });
      refreshAfterTask(client);
    },
  });
  const { error } = mutation;
  const faults: DraftFaults = error instanceof ApiError ? serverFaults(error.errors) : {};
  return {
    create: mutation.mutateAsync,
    creating: mutation.isPending,
    paused: mutation.isPaused,
    forget: mutation.reset,
    faults,
    fault: error && Object.keys(faults).length === 0 ? messageOf(error) : null,
  };
}
