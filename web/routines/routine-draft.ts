import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { z } from 'zod';
import { quoted, shortDate } from '../../src/contracts/words/format.ts';
import { serverNow } from '../api/clock.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { markStale } from '../api/query-client.ts';
import { editRoutine, type NewRoutine, type Routine, routineKeys, type TaggedRoutine } from '../api/routines.ts';
import { putRoutine, useNewRoutine } from '../recurrence/routine-acts.ts';
import { type PlainRule, parseRRule, ruleFrom, toRRule } from '../recurrence/rule.ts';
import { readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { addFaults, changesOf as changedIn, NEW_DRAFT, routineFieldsOf, fieldOf as taskFieldOf, typedFrom } from '../tasks/draft.ts';
import type { Draft } from '../tasks/fields.ts';
import { toast } from '../ui/toast.tsx';

/** The due date of the draft is the start date of the routine. */
export interface RoutineDraft extends Draft {
  readonly mode: Routine['mode'];
  /** Null if the rule cannot be shown field by field. `rrule` is then edited as text. */
  readonly rule: PlainRule | null;
  readonly rrule: string;
}

export const newDraft = (today: string): RoutineDraft => ({
  ...NEW_DRAFT,
  dueDate: today,
  mode: 'due',
  rule: ruleFrom(today, { unit: 'week', weekdays: [1, 2, 3, 4, 5] }),
  rrule: '',
});

export const typedRoutineFrom = (routine: Routine): RoutineDraft => ({
  ...typedFrom({ ...routine, dueDate: routine.startDate }),
  mode: routine.mode,
  rule: parseRRule(routine.rrule, routine.startDate),
  rrule: routine.rrule.replace(/^RRULE:/i, ''),
});

export function ruleFault({ rule, rrule, dueDate }: RoutineDraft): string | null {
  if (!rule) return rrule.trim() === '' ? 'A recurrence rule is required.' : null;
  if (!Number.isInteger(rule.every) || rule.every < 1 || rule.every > 999) return 'Every how many? A whole number, 1 to 999.';
  if (rule.unit === 'week' && rule.weekdays.length === 0) return 'Choose at least one day.';
  const { on, ends } = rule;
  const days = on.kind === 'day' ? [on.day] : on.kind === 'days' ? on.days : [];
  if ((rule.unit === 'month' || rule.unit === 'year') && !days.every((day) => day >= 1 && day <= 31)) return 'A day of the month, 1 to 31.';
  if (ends.kind === 'count' && !(Number.isInteger(ends.count) && ends.count >= 1 && ends.count <= 9_999))
    return 'How many times? A whole number, 1 to 9,999.';
  return ends.kind === 'until' && dueDate !== null && ends.date < dueDate ? 'It would end before it begins.' : null;
}

export const typedRoutine = z.custom<RoutineDraft>().superRefine((draft, context) => {
  if (draft.dueDate === null) context.addIssue({ code: 'custom', path: ['dueDate'], message: 'A day to count from is required.' });
  const rule = ruleFault(draft);
  if (rule) context.addIssue({ code: 'custom', path: ['rule'], message: rule });
  addFaults(draft, context);
});

export type RoutineBody = Pick<NewRoutine, 'title' | 'rrule'> & Partial<NewRoutine>;

/** The draft must be valid. */
export function bodyOf({ mode, rule, rrule, ...task }: RoutineDraft): RoutineBody {
  const startDate = task.dueDate === null ? {} : { startDate: task.dueDate };
  return { ...routineFieldsOf(task), mode, rrule: rule ? toRRule(rule) : rrule.trim(), ...startDate };
}

/** A rule that is only written differently is not a change. */
export const changesOf = (before: RoutineDraft, after: RoutineDraft): Partial<RoutineBody> => changedIn(bodyOf(before), bodyOf(after));

/**
 * The changed fields, for the days from `from` on. A new rule starts on that day unless another start is chosen: every second
 * week, or three times, counts from then on.
 */
export function changesFrom(before: RoutineDraft, after: RoutineDraft, from: string): Partial<RoutineBody> & { readonly from: string } {
  const changes = changesOf(before, after);
  return { ...(changes.rrule !== undefined && { startDate: from }), ...changes, from };
}

/** Maps a field name of the server to a field of the form. */
export function fieldOf(name: string): keyof RoutineDraft {
  if (name === 'rrule' || name === 'mode') return 'rule';
  return name === 'startDate' ? 'dueDate' : taskFieldOf(name);
}

/**
 * Sends the ETag of what was read. If the routine has changed since, the server refuses the change and the routine is read
 * again.
 */
function useEditRoutine(from: string | null, onEdited: (routine: Routine) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ read, draft }: { read: TaggedRoutine; draft: RoutineDraft }) =>
      editRoutine(
        read.routine.id,
        from === null ? changesOf(typedRoutineFrom(read.routine), draft) : changesFrom(typedRoutineFrom(read.routine), draft, from),
        read.etag,
      ),
    onSuccess: (saved) => {
      putRoutine(client, saved);
      markStale(client, staleAfterOccurrences(client));
      readAfterTask(client, serverNow());
      onEdited(saved.routine);
    },
    onError: (error, { read }) => {
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: routineKeys.one(read.routine.id) });
    },
  });
}

/**
 * Creates a routine if `tagged` is null. `from` is the first day to which a change applies; null applies it to all tasks that
 * are not yet due.
 */
export function useSaveRoutine(tagged: TaggedRoutine | null, from: string | null, onSaved: () => void) {
  const making = useNewRoutine(({ title }) => {
    toast.success(`Written down: ${quoted(title)}`);
    onSaved();
  });
  const { today } = useOwnerClock();
  const editing = useEditRoutine(from, ({ title }) => {
    toast.success(`Saved ${quoted(title)}`, {
      detail: from === null ? 'It holds from what is not yet due.' : `It holds from ${shortDate(from, today)} on.`,
    });
    onSaved();
  });
  // The routine is read again while the form is open. What was typed is compared with the routine as it was when it was opened.
  const opened = useRef(tagged);
  return {
    /** Rejects with the server's refusal. The next call writes over what was changed elsewhere. */
    save: async (draft: RoutineDraft): Promise<void> => {
      if (!tagged) return void (await making.create(bodyOf(draft)));
      if (failedWith(editing.error, 'precondition_failed')) opened.current = tagged;
      const read = opened.current ?? tagged;
      if (Object.keys(changesOf(typedRoutineFrom(read.routine), draft)).length === 0) onSaved();
      else await editing.mutateAsync({ read, draft });
    },
    saving: tagged ? editing.isPending : making.creating,
    faultWords: (error: Error): string =>
      tagged && failedWith(error, 'precondition_failed')
        ? 'This routine was changed elsewhere. Save again to write yours over.'
        : messageOf(error),
  };
}
