import { type Draft, formatEstimate, formatTags, NEW_DRAFT } from '../tasks/draft.ts';
import type { ParsedQuickAdd } from './parse-quick-add.ts';

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
