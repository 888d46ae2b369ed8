import { folded } from '../../src/contracts/words/folded.ts';
import { sameTag, tagKey } from '../../src/contracts/words/same-tag.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/zone.ts';
import { byDue, dueOf } from './due.ts';
import { isUndecided } from './state.ts';

export type Sums = Readonly<Record<Exclude<Task['outcome'], 'none'>, number>> & { readonly planned: number };

export interface DayGroup {
  /** The local date, or null for tasks without a due date. */
  readonly date: string | null;
  readonly tasks: readonly Task[];
  readonly sums: Sums;
  /** Whether the day is over and every task of it is decided. */
  readonly closed: boolean;
}

/** What the tasks of a day come to, as the report of that day counts them; tasks without a due date count nowhere. */
export function sumsOf(tasks: readonly Task[]): Sums {
  const sums = { planned: 0, kept: 0, missed: 0, skipped: 0, open: 0 };
  for (const { outcome } of tasks) {
    if (outcome === 'none') continue;
    sums[outcome] += 1;
    sums.planned += 1;
  }
  return sums;
}

/** Groups tasks by local date in the owner's time zone. Days are in order; tasks without a due date come last. */
export function groupByDay(tasks: readonly Task[], zone: string, today: string): DayGroup[] {
  const days = new Map<string, Task[]>();
  for (const task of [...tasks].sort(byDue)) {
    const key = dueOf(task, zone)?.date ?? '';
    const day = days.get(key);
    if (day) day.push(task);
    else days.set(key, [task]);
  }
  return [...days.entries()]
    .sort(([a], [b]) => (a === '' ? 1 : b === '' ? -1 : a.localeCompare(b)))
    .map(([key, found]) => {
      const sums = sumsOf(found);
      return { date: key === '' ? null : key, tasks: found, sums, closed: key !== '' && key < today && sums.open === 0 };
    });
}

/**
 * The tasks of the tab 'Upcoming': due today or later, past but not decided, and without a due date. A task without a due date
 * leaves the list on the day after it was decided.
 */
export function upcoming(tasks: readonly Task[], zone: string, today: string): Task[] {
  return tasks.filter((task) => {
    const due = dueOf(task, zone);
    if (due === null) return isUndecided(task) || (task.completedAt !== null && localTime(task.completedAt, zone).date === today);
    return due.date >= today || isUndecided(task);
  });
}

export interface Filter {
  readonly text: string;
  readonly tag: string | null;
  readonly priority: Task['priority'] | null;
  readonly open: boolean;
}
export const NO_FILTER: Filter = { text: '', tag: null, priority: null, open: false };
export const isFiltering = (filter: Filter): boolean =>
  filter.text.trim() !== '' || filter.tag !== null || filter.priority !== null || filter.open;

/** The tasks that match a filter. Every word of its text must occur in the title, the notes or a tag, ignoring case and accents. */
export function filtered(tasks: readonly Task[], filter: Filter): Task[] {
  const words = folded(filter.text).split(/\s+/).filter(Boolean);
  return tasks.filter((task) => {
    if (filter.open && !isUndecided(task)) return false;
    if (filter.tag !== null && !task.tags.some((tag) => sameTag(tag, filter.tag ?? ''))) return false;
    if (filter.priority !== null && task.priority !== filter.priority) return false;
    const text = folded(`${task.title} ${task.description ?? ''} ${task.tags.join(' ')}`);
    return words.every((word) => text.includes(word));
  });
}

/** All tags of these tasks, most used first. Those that differ in case alone are one, in the spelling of the task that was made first. */
export function tagsOf(tasks: readonly Task[]): string[] {
  const used = new Map<string, { readonly tag: string; readonly times: number }>();
  for (const tag of [...tasks].sort((a, b) => a.createdAt.localeCompare(b.createdAt)).flatMap((task) => task.tags)) {
    const known = used.get(tagKey(tag));
    used.set(tagKey(tag), { tag: known?.tag ?? tag, times: (known?.times ?? 0) + 1 });
  }
  return [...used.values()].sort((a, b) => b.times - a.times || a.tag.localeCompare(b.tag)).map(({ tag }) => tag);
}
