import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { quoted, shortDate } from '../lib/words.ts';
import { routineBody, useNewRoutine } from '../recurrence/routine-acts.ts';
import { ruleWords } from '../recurrence/rule.ts';
import { type Draft, faultsOf, formatEstimate, formatTags, NEW_DRAFT } from '../tasks/draft.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { toast } from '../ui/toast.tsx';
import { type ParsedQuickAdd, parseQuickAdd } from './parse-quick-add.ts';

export type DraftFields = Omit<Draft, 'title' | 'description'>;

/** The values of the form's fields that the text gives. Fields that it does not mention are left out. */
function fieldsOf({ task }: ParsedQuickAdd): Partial<DraftFields> {
  return {
    ...(task.dueDate === null ? {} : { dueDate: task.dueDate }),
    ...(task.dueTime === null ? {} : { dueTime: task.dueTime }),
    ...(task.priority === null ? {} : { priority: task.priority }),
    ...(task.verificationType === null ? {} : { verificationType: task.verificationType }),
    ...(task.tags.length === 0 ? {} : { tags: formatTags(task.tags) }),
    ...(task.estimateMinutes === null ? {} : { estimate: formatEstimate(task.estimateMinutes) }),
  };
}

/** The draft to save. Fields that were set by hand come first, then what the text says. Without either there is no due date. */
export const mergedDraft = (parsed: ParsedQuickAdd, own: Partial<DraftFields>): Draft => ({
  ...NEW_DRAFT,
  ...fieldsOf(parsed),
  ...own,
  title: parsed.title,
});

/** The fields that were set by hand, without those for which the text now says something new. */
export function keptByHand(own: Partial<DraftFields>, before: ParsedQuickAdd, after: ParsedQuickAdd): Partial<DraftFields> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const kept = (Object.keys(own) as (keyof DraftFields)[]).filter((name) => is[name] === undefined || is[name] === was[name]);
  return Object.fromEntries(kept.map((name) => [name, own[name]]));
}

/** What a line would become besides its title: when it is due, and how it repeats. */
export function understood(line: string, clock: OwnerClock): string {
  const { task, routine } = parseQuickAdd(line, clock);
  const when = task.dueDate === null ? 'No due date' : [shortDate(task.dueDate, clock.today), task.dueTime].filter(Boolean).join(', ');
  return routine ? `${ruleWords(routine.rule, clock.today)}, from ${when}` : when;
}

/** Creates a task or a routine from a line of text, as the quick add does, from any screen. */
export function useCreateFromLine(): (line: string) => Promise<void> {
  const clock = useOwnerClock();
  const task = useNewTask();
  const routine = useNewRoutine();
  return async (line) => {
    const parsed = parseQuickAdd(line, clock);
    const draft = mergedDraft(parsed, {});
    const fault = Object.values(faultsOf(draft))[0];
    if (fault) {
      toast.error(fault);
      return;
    }
    try {
      if (parsed.routine) await routine.create(routineBody(draft, parsed.routine));
      else await task.create(draft);
      toast.success(`Written down: ${quoted(draft.title)}`, { detail: understood(line, clock) });
    } catch (error) {
      toast.error(messageOf(error), { detail: 'Nothing was written.' });
    }
  };
}
