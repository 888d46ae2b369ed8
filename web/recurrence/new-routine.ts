import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import { keptAs } from '../api/keep-changes.ts';
import { useRepeatKey } from '../api/repeat-key.ts';
import type { NewRoutine, Routine } from '../api/routines.ts';
import { markStale } from '../api/stale.ts';
import { quoted } from '../lib/words.ts';
import { readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { creationOf } from '../tasks/creation.ts';
import { bodyOf, type Draft } from '../tasks/draft.ts';
import { sendCall } from '../tasks/kept-calls.ts';
import { keepable } from '../tasks/send-kept.ts';
import { putRoutine } from './routine-cache.ts';
import { type PlainRule, toRRule } from './rule.ts';

export type RoutineBody = Partial<NewRoutine> & Pick<NewRoutine, 'title' | 'rrule'>;

/** The body of a request that creates a routine from a draft of a task. */
export function routineBody(draft: Draft, { rule, startDate }: { readonly rule: PlainRule; readonly startDate: string }): RoutineBody {
  const { dueDate: _, partnerId: __, ...body } = bodyOf(draft);
  return { ...body, rrule: toRRule(rule), startDate };
}

const callOf = (body: RoutineBody) => ({ name: 'create_routine' as const, args: { body } });

/**
 * Creates routines. A second try of the same, after no answer came, creates it only once. `onMade` is called even when the
 * form was closed meanwhile.
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
