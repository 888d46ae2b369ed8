import { type Draft, formatEstimate, formatTags, NEW_DRAFT } from '../tasks/draft.ts';
import type { ParsedQuickAdd } from './parse-quick-add.ts';

export type DraftFields = Omit<Draft, 'title' | 'description'>;

/** What the words give to the fields; what they say nothing of is left out. */
export function fieldsOf({ task }: ParsedQuickAdd): Partial<DraftFields> {
  return {
    ...(task.dueDate === null ? {} : { dueDate: task.dueDate }),
    ...(task.dueTime === null ? {} : { dueTime: task.dueTime }),
    ...(task.priority === null ? {} : { priority: task.priority }),
    ...(task.verificationType === null ? {} : { verificationType: task.verificationType }),
    ...(task.tags.length === 0 ? {} : { tags: formatTags(task.tags) }),
    ...(task.estimateMinutes === null ? {} : { estimate: formatEstimate(task.estimateMinutes) }),
  };
}

/** The task as it will be: what was set by hand, else what the words say, else today. */
export const mergedDraft = (parsed: ParsedQuickAdd, own: Partial<DraftFields>, today: string): Draft => ({
  ...NEW_DRAFT,
  dueDate: today,
  ...fieldsOf(parsed),
  ...own,
  title: parsed.title,
});

/** What was set by hand stays, but for fields of which the words now say something new. */
export function keptByHand(own: Partial<DraftFields>, before: ParsedQuickAdd, after: ParsedQuickAdd): Partial<DraftFields> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const kept = (Object.keys(own) as (keyof DraftFields)[]).filter((name) => is[name] === undefined || is[name] === was[name]);
  return Object.fromEntries(kept.map((name) => [name, own[name]]));
}
