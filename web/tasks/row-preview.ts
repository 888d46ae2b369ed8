import type { Draft } from './draft.ts';
import { parseTags } from './draft.ts';
import { dueOf } from './due.ts';
import { type DayGroup, sumsOf } from './group.ts';

/** The row of the task that is being typed into the quick add. */
export interface RowPreview {
  readonly title: string;
  /** The local date, or null for tasks without a due date. */
  readonly date: string | null;
  readonly time: string | null;
  readonly tags: readonly string[];
  readonly priority: Draft['priority'];
  readonly repeats: boolean;
}

/** The preview of a draft, or null when it has no title, its date is over, or its rule gives no date. */
export function rowPreviewOf(draft: Draft, routine: { readonly firstDate: string | null } | null, today: string): RowPreview | null {
  const date = routine ? routine.firstDate : draft.dueDate;
  if (draft.title.trim() === '' || (routine && date === null) || (date !== null && date < today)) return null;
  const { title, dueTime, tags, priority } = draft;
  return { title, date, time: date === null ? null : dueTime, tags: parseTags(tags), priority, repeats: routine !== null };
}

const after = (a: string | null, b: string | null): boolean => a === null || (b !== null && a > b);

/** The days, with an empty one for this date added where it is missing. Days are in order, the one without a date last. */
export function withDay(days: readonly DayGroup[], date: string | null): readonly DayGroup[] {
  if (days.some((day) => day.date === date)) return days;
  const at = days.findIndex((day) => after(day.date, date));
  const day = { date, tasks: [], sums: sumsOf([]), closed: false };
  return at === -1 ? [...days, day] : [...days.slice(0, at), day, ...days.slice(at)];
}

/** The index of the row before which the preview is shown: after all tasks that are due earlier or at the same time. */
export function indexInDay({ tasks }: Pick<DayGroup, 'tasks'>, preview: RowPreview, zone: string): number {
  const at = tasks.findIndex((task) => preview.time !== null && after(dueOf(task, zone)?.time ?? null, preview.time));
  return at === -1 ? tasks.length : at;
}
