import { tagKey } from '../../src/contracts/words/spelling.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/calendar.ts';
import { isOpen, isUndecided } from './state.ts';

export interface Due {
  readonly date: string;
  /** `HH:MM`. Null: due at the end of that day. */
  readonly time: string | null;
}

type Dated = Pick<Task, 'dueDate' | 'dueTime' | 'dueAt' | 'status'>;

/** The last millisecond of a local day means that the task has no due time. */
const endsDay = (at: string, time: string): boolean => time === '23:59' && Date.parse(at) % 60_000 === 59_999;

// A change of one task makes new lists, in which all other tasks are the same objects. So what is computed for a task is kept.
const knownDue = new WeakMap<Dated, { readonly zone: string; readonly due: Due | null }>();
const knownInstant = new WeakMap<Dated, number>();

/**
 * The due date and time in the owner's present time zone. The due instant does not move when the zone changes, so an open task
 * follows its instant. A task that is done, missed or skipped stays on the date on which reports count it, also while its proof is judged.
 */
export function dueOf(task: Dated, zone: string): Due | null {
  if (task.dueDate === null) return null;
  const known = knownDue.get(task);
  if (known?.zone === zone) return known.due;
  const due = computedDue(task, task.dueDate, zone);
  knownDue.set(task, { zone, due });
  return due;
}

function computedDue(task: Dated, dueDate: string, zone: string): Due {
  if (task.dueAt === null || !isOpen(task)) return { date: dueDate, time: task.dueTime };
  const local = localTime(task.dueAt, zone);
  return { date: local.date, time: endsDay(task.dueAt, local.time) ? null : local.time };
}

/** In milliseconds. A task without a due instant comes after all others. */
export function instantOf(task: Dated): number {
  if (task.dueAt === null) return Number.POSITIVE_INFINITY;
  const known = knownInstant.get(task);
  if (known !== undefined) return known;
  const instant = Date.parse(task.dueAt);
  knownInstant.set(task, instant);
  return instant;
}

/** By due instant, then by creation. Tasks without a due date come last. */
export function byDue(a: Task, b: Task): number {
  const order = a.dueAt === b.dueAt ? 0 : instantOf(a) - instantOf(b);
  return Number.isNaN(order) || order === 0 ? a.createdAt.localeCompare(b.createdAt) : order;
}

/** Null: no open task is due later today. */
export function nextDue(tasks: readonly Task[], clock: Pick<OwnerClock, 'zone' | 'today' | 'now'>): Task | null {
  let first: Task | null = null;
  for (const task of tasks) {
    if (task.dueAt === null || !isOpen(task) || (first?.dueAt && task.dueAt >= first.dueAt)) continue;
    if (instantOf(task) >= clock.now) first = task;
  }
  return first && dueOf(first, clock.zone)?.date === clock.today ? first : null;
}

export type Sums = Readonly<Record<Exclude<Task['outcome'], 'none'>, number>> & { readonly planned: number };

export interface DayGroup {
  /** The local date, or null for tasks without a due date. */
  readonly date: string | null;
  readonly tasks: readonly Task[];
  readonly sums: Sums;
  /** The day is over and all of its tasks are decided. */
  readonly closed: boolean;
}

/** Counts in the same way as the report of that day. Tasks without a due date do not count. */
export function sumsOf(tasks: readonly Task[]): Sums {
  const sums = { planned: 0, kept: 0, missed: 0, skipped: 0, open: 0 };
  for (const { outcome } of tasks) {
    if (outcome === 'none') continue;
    sums[outcome] += 1;
    sums.planned += 1;
  }
  return sums;
}

/** Puts each step directly after its parent, if that is in the list. The order is otherwise kept. */
function stepsAfterParents(tasks: readonly Task[]): Task[] {
  if (!tasks.some(({ parentId }) => parentId !== null)) return [...tasks];
  const ids = new Set(tasks.map(({ id }) => id));
  const isStep = ({ parentId }: Task): boolean => parentId !== null && ids.has(parentId);
  if (!tasks.some(isStep)) return [...tasks];
  const steps = Map.groupBy(tasks, ({ parentId }) => parentId);
  const withSteps = (task: Task): Task[] => [task, ...(steps.get(task.id) ?? []).flatMap(withSteps)];
  return tasks.filter((task) => !isStep(task)).flatMap(withSteps);
}

/** Days are in order. Tasks without a due date come last. A step that is due on the day of its parent stands directly after it. */
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
    .map(([key, found]) => dayGroup(key === '' ? null : key, stepsAfterParents(found), today));
}

/** The tasks of one day, in the order in which they are shown. */
export function dayGroup(date: string | null, tasks: readonly Task[], today: string): DayGroup {
  const sums = sumsOf(tasks);
  return { date, tasks, sums, closed: date !== null && date < today && sums.open === 0 };
}

/**
 * The tab 'Upcoming' contains tasks that are due today or later, past ones that are not decided, and those without a due date.
 * A decided task without a due date disappears on the next day.
 */
export function upcoming(tasks: readonly Task[], zone: string, today: string): Task[] {
  return tasks.filter((task) => {
    const due = dueOf(task, zone);
    if (due === null) return isUndecided(task) || (task.completedAt !== null && localTime(task.completedAt, zone).date === today);
    return due.date >= today || isUndecided(task);
  });
}

/** Most used first. Tags that differ only in case are one tag, in the spelling of the oldest task. */
export function tagsOf(tasks: readonly Task[]): string[] {
  const used = new Map<string, { readonly tag: string; readonly times: number }>();
  for (const tag of [...tasks].sort((a, b) => a.createdAt.localeCompare(b.createdAt)).flatMap((task) => task.tags)) {
    const known = used.get(tagKey(tag));
    used.set(tagKey(tag), { tag: known?.tag ?? tag, times: (known?.times ?? 0) + 1 });
  }
  return [...used.values()].sort((a, b) => b.times - a.times || a.tag.localeCompare(b.tag)).map(({ tag }) => tag);
}
