import type { Draft } from './draft.ts';
import { parseTags } from './draft.ts';
import { dueOf } from './due.ts';
import { type DayGroup, sumsOf } from './group.ts';

/** What is being written, as the row that it will be. */
export interface RowPreview {
  readonly title: string;
  /** Null: no date. */
  readonly date: string | null;
  readonly time: string | null;
  readonly tags: readonly string[];
  readonly priority: Draft['priority'];
  readonly repeats: boolean;
}

/** Null while there is no title, and for a day that is over or a rule without a day. */
export function rowPreviewOf(draft: Draft, routine: { readonly firstDate: string | null } | null, today: string): RowPreview | null {
  const date = routine ? routine.firstDate : draft.dueDate;
  if (draft.title.trim() === '' || (routine && date === null) || (date !== null && date < today)) return null;
  const { title, dueTime, tags, priority } = draft;
  return { title, date, time: date === null ? null : dueTime, tags: parseTags(tags), priority, repeats: routine !== null };
}

const after = (a: string | null, b: string | null): boolean => a === null || (b !== null && a > b);

/** With a day for it, where there is none yet. Days are in order, the undated last. */
export function withDay(days: readonly DayGroup[], date: string | null): readonly DayGroup[] {
  if (days.some((day) => day.date === date)) return days;
  const at = days.findIndex((day) => after(day.date, date));
  const day = { date, tasks: [], sums: sumsOf([]), closed: false };
  return at === -1 ? [...days, day] : [...days.slice(0, at), day, ...days.slice(at)];
}

/** Before which of the day's rows it stands: after all that is due before it, or with it. */
export function indexInDay({ tasks }: Pick<DayGroup, 'tasks'>, preview: RowPreview, zone: string): number {
  const at = tasks.findIndex((task) => preview.time !== null && after(dueOf(task, zone)?.time ?? null, preview.time));
  return at === -1 ? tasks.length : at;
}
