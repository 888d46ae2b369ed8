import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { markStale } from '../api/query-client.ts';
import { editRoutine, type NewRoutine, type Routine, routineKeys, type TaggedRoutine } from '../api/routines.ts';
import { quoted, shortDate } from '../lib/words.ts';
import { putRoutine, useNewRoutine } from '../recurrence/routine-acts.ts';
import { type PlainRule, parseRRule, ruleFrom, toRRule } from '../recurrence/rule.ts';
import { readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import {
  type Draft,
  type DraftFaults,
  formatEstimate,
  formatTags,
  NEW_DRAFT,
  bodyOf as taskBody,
  faultsOf as taskFaults,
  serverFaults as taskServerFaults,
} from '../tasks/draft.ts';
import { toast } from '../ui/toast.tsx';

/** A routine as the form holds it. The due date of `task` is the start date of the routine. */
export interface RoutineDraft {
  readonly task: Draft;
  readonly mode: Routine['mode'];
  /** The rule, or null when it cannot be shown field by field. `rrule` is then edited as text. */
  readonly rule: PlainRule | null;
  readonly rrule: string;
}
export type RoutineFaults = DraftFaults & { readonly rule?: string };

export const newDraft = (today: string): RoutineDraft => ({
  task: { ...NEW_DRAFT, dueDate: today },
  mode: 'due',
  rule: ruleFrom(today, { unit: 'week', weekdays: [1, 2, 3, 4, 5] }),
  rrule: '',
});

export const draftOf = (routine: Routine): RoutineDraft => ({
  task: {
    title: routine.title,
    description: routine.description ?? '',
    dueDate: routine.startDate,
    dueTime: routine.dueTime,
    priority: routine.priority,
    verificationType: routine.verificationType,
    proofRequirement: routine.proofRequirement ?? '',
    tags: formatTags(routine.tags),
    estimate: formatEstimate(routine.estimateMinutes),
    // Its tasks go to the first partner, since only a single task can name another one.
    partnerId: null,
  },
  mode: routine.mode,
  rule: parseRRule(routine.rrule, routine.startDate),
  rrule: routine.rrule.replace(/^RRULE:/i, ''),
});

function ruleFault({ rule, rrule, task }: RoutineDraft): string | null {
  if (!rule) return rrule.trim() === '' ? 'A recurrence rule is required.' : null;
  if (!Number.isInteger(rule.every) || rule.every < 1 || rule.every > 999) return 'Every how many? A whole number, 1 to 999.';
  if (rule.unit === 'week' && rule.weekdays.length === 0) return 'Choose at least one day.';
  const { on, ends } = rule;
  const days = on.kind === 'day' ? [on.day] : on.kind === 'days' ? on.days : [];
  if ((rule.unit === 'month' || rule.unit === 'year') && !days.every((day) => day >= 1 && day <= 31)) return 'A day of the month, 1 to 31.';
  if (ends.kind === 'count' && !(Number.isInteger(ends.count) && ends.count >= 1 && ends.count <= 9_999))
    return 'How many times? A whole number, 1 to 9,999.';
  return ends.kind === 'until' && task.dueDate !== null && ends.date < task.dueDate ? 'It would end before it begins.' : null;
}

export function faultsOf(draft: RoutineDraft): RoutineFaults {
  const rule = ruleFault(draft);
  return {
    ...taskFaults(draft.task),
    ...(draft.task.dueDate === null ? { dueDate: 'A day to count from is required.' } : {}),
    ...(rule ? { rule } : {}),
  };
}

export type RoutineBody = Pick<NewRoutine, 'title' | 'rrule'> & Partial<NewRoutine>;

/** The body of a request for a draft without faults. */
export function bodyOf({ task, mode, rule, rrule }: RoutineDraft): RoutineBody {
  const { dueDate, partnerId: _, ...body } = taskBody(task);
  return { ...body, mode, rrule: rule ? toRRule(rule) : rrule.trim(), ...(dueDate === null ? {} : { startDate: dueDate }) };
}

/** The fields that differ. A rule that is only written differently does not count. */
export function changesOf(before: RoutineDraft, after: RoutineDraft): Partial<RoutineBody> {
  const [was, is] = [bodyOf(before), bodyOf(after)];
  const names = (Object.keys(is) as (keyof RoutineBody)[]).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]));
  return Object.fromEntries(names.map((name) => [name, is[name]]));
}

/**
 * The fields that differ, for the days from one on. A new rule is counted from that day, unless another day is chosen:
 * every second week, or three times, means from then on.
 */
export function changesFrom(before: RoutineDraft, after: RoutineDraft, from: string): Partial<RoutineBody> & { readonly from: string } {
  const changes = changesOf(before, after);
  return { ...(changes.rrule !== undefined && { startDate: from }), ...changes, from };
}

/** The server's error messages by the field of the form. */
export function serverFaults(errors: Readonly<Record<string, readonly string[]>>): RoutineFaults {
  const { rrule, startDate: start, mode, ...rest } = errors;
  const rule = [...(rrule ?? []), ...(mode ?? [])].join(' ');
  return { ...taskServerFaults(rest), ...(rule ? { rule } : {}), ...(start ? { dueDate: start.join(' ') } : {}) };
}

/** Changes a routine, with the ETag of what was read. When it has changed since, the change is refused and the routine is read again. */
function useEditRoutine(from: string | null, onEdited: (routine: Routine) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ read, draft }: { read: TaggedRoutine; draft: RoutineDraft }) =>
      editRoutine(
        read.routine.id,
        from === null ? changesOf(draftOf(read.routine), draft) : changesFrom(draftOf(read.routine), draft, from),
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

/** Saves a routine, or creates one when `tagged` is null. `from`: the day from which a change holds; null: for all that is not yet due. */
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
  const error = tagged ? editing.error : making.error;
  const faults = error instanceof ApiError ? serverFaults(error.errors) : {};
  const stale = tagged !== null && failedWith(error, 'precondition_failed');
  return {
    save: (draft: RoutineDraft) => {
      if (!tagged) making.create(bodyOf(draft)).catch(() => undefined);
      else if (Object.keys(changesOf(draftOf(tagged.routine), draft)).length === 0) onSaved();
      else editing.mutate({ read: tagged, draft });
    },
    saving: tagged ? editing.isPending : making.creating,
    forget: tagged ? editing.reset : making.forget,
    faults,
    fault:
      error && Object.keys(faults).length === 0
        ? stale
          ? 'This routine was changed elsewhere. Save again to write yours over.'
          : messageOf(error)
        : null,
  };
}
