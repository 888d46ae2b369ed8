import { number } from '../../src/contracts/words/format.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/calendar.ts';
import { type DayGroup, dueOf, groupByDay, sumsOf, upcoming } from '../tasks/due.ts';
import { isUndecided } from '../tasks/state.ts';
import type { ListTab } from './address.ts';
import { onlyChange } from './only-change.ts';

export type Clock = Pick<OwnerClock, 'zone' | 'today'>;

/** A part of a list with a heading. */
export interface ListSection extends DayGroup {
  /** The date, an empty text for tasks without one, or `DECIDED`. */
  readonly key: string;
  /** Replaces the name of the day in the heading. */
  readonly name?: string | undefined;
  /** At the end of the heading. */
  readonly end: string;
  /** Whether the counts of the day stand below the rows. They may include tasks of other sections. */
  readonly summed?: boolean;
}

/** Leaves out steps that are shown with their parent: those without a due date whose parent is in the list. */
export function withoutInnerSteps(tasks: readonly Task[]): Task[] {
  const isInner = ({ parentId, dueDate }: Task): boolean => parentId !== null && dueDate === null;
  if (!tasks.some(isInner)) return [...tasks];
  const ids = new Set(tasks.map((task) => task.id));
  return tasks.filter((task) => !isInner(task) || !ids.has(task.parentId ?? ''));
}

/** The number of completed steps and of all steps, by the id of the parent. */
export function stepCounts(tasks: readonly Task[]): Map<string, readonly [number, number]> {
  const counts = new Map<string, readonly [number, number]>();
  for (const { parentId, completed } of tasks) {
    if (parentId === null) continue;
    const [done, all] = counts.get(parentId) ?? [0, 0];
    counts.set(parentId, [done + (completed ? 1 : 0), all + 1]);
  }
  return counts;
}

/** The open steps without a due date, by the id of their parent: they stand below it. In the order in which they were made. */
export function openSteps(tasks: readonly Task[]): Map<string, readonly Task[]> {
  const steps = new Map<string, Task[]>();
  for (const task of tasks) {
    if (task.parentId === null || task.dueDate !== null || !isUndecided(task)) continue;
    const known = steps.get(task.parentId);
    if (known) known.push(task);
    else steps.set(task.parentId, [task]);
  }
  for (const found of steps.values()) found.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
  return steps;
}

/** The tasks of a list. `tasks` are those that were read for it. */
function tasksOf(tab: ListTab, tasks: readonly Task[], { zone, today }: Clock): Task[] {
  switch (tab) {
    case 'missed':
    case 'archived':
      return [...tasks];
    case 'completed':
      return tasks.filter(({ status }) => status === 'completed');
    case 'upcoming':
      return upcoming(withoutInnerSteps(tasks), zone, today);
    case 'inbox':
      return upcoming(withoutInnerSteps(tasks), zone, today).filter(({ dueDate }) => dueDate === null);
    case 'today':
      return upcoming(withoutInnerSteps(tasks), zone, today).filter((task) => (dueOf(task, zone)?.date ?? '9') <= today);
  }
}

/** What is still to be done in a list, in the given order. */
export const openOf = (tab: ListTab, tasks: readonly Task[], clock: Clock): Task[] => tasksOf(tab, tasks, clock).filter(isUndecided);

type OpenCounts = Readonly<Record<'today' | 'upcoming' | 'inbox', number>>;
interface Counted {
  readonly clock: Clock;
  readonly counts: OpenCounts;
}
const known = new WeakMap<readonly Task[], Counted>();
let lastCounted: WeakRef<readonly Task[]> | null = null;

/**
 * How much is still to be done in each list: the numbers beside their names. A step without a date counts with its parent. Several parts of
 * the screen show these numbers, so they are counted once, and after a change of one task only this is counted again.
 */
export function openCounts(tasks: readonly Task[], { zone, today }: Clock): OpenCounts {
  const clock = { zone, today };
  const before = lastCounted?.deref();
  const same = known.get(tasks);
  if (same && isSameClock(same.clock, clock)) return same.counts;
  const counts = (before && countedAgain(before, tasks, clock)) ?? countedAll(tasks, clock);
  known.set(tasks, { clock, counts });
  lastCounted = new WeakRef(tasks);
  return counts;
}

/** Null: the change may concern other tasks as well. */
function countedAgain(before: readonly Task[], tasks: readonly Task[], clock: Clock): OpenCounts | null {
  const last = known.get(before);
  const change = last && isSameClock(last.clock, clock) ? onlyChange(before, tasks) : null;
  if (!last || !change || change.was.parentId !== null || change.is.parentId !== null) return null;
  const counts = { ...last.counts };
  countIn(counts, change.was, clock, -1);
  countIn(counts, change.is, clock, 1);
  return counts;
}

function countedAll(tasks: readonly Task[], clock: Clock): OpenCounts {
  const counts = { today: 0, upcoming: 0, inbox: 0 };
  for (const task of withoutInnerSteps(tasks)) countIn(counts, task, clock, 1);
  return counts;
}

/** Upcoming contains whatever is undecided. */
function countIn(counts: Record<keyof OpenCounts, number>, task: Task, { zone, today }: Clock, by: 1 | -1): void {
  if (!isUndecided(task)) return;
  counts.upcoming += by;
  if (task.dueDate === null) counts.inbox += by;
  else if ((dueOf(task, zone)?.date ?? '9') <= today) counts.today += by;
}

const endWords = (group: DayGroup, today: string): string => {
  if (group.tasks.length === 0) return '';
  if (group.date === null) return number(group.tasks.length);
  return group.date < today ? `${group.sums.open} still open` : `${group.sums.planned} planned`;
};

export const sectionOf = (group: DayGroup): ListSection => ({ ...group, key: group.date ?? '', end: number(group.tasks.length) });

export const upcomingSection = (group: DayGroup, today: string): ListSection => ({
  ...sectionOf(group),
  end: endWords(group, today),
  summed: group.date === today,
});

/** The newest first, and tasks without a date last. */
const newestFirst = (groups: readonly DayGroup[]): DayGroup[] => [
  ...groups.filter(({ date }) => date !== null).reverse(),
  ...groups.filter(({ date }) => date === null),
];

/** By the day of the completion, with the newest first. */
function completedByDay(tasks: readonly Task[], { zone }: Clock): DayGroup[] {
  const days = new Map<string, Task[]>();
  for (const task of tasks.toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))) {
    const date = task.completedAt === null ? '' : localTime(task.completedAt, zone).date;
    days.set(date, [...(days.get(date) ?? []), task]);
  }
  return [...days].map(([date, found]) => ({ date: date || null, tasks: found, sums: sumsOf(found), closed: false }));
}

/** The key of the section of today's decided tasks. */
const DECIDED = 'decided';

/** What is left of the days before, what is still to be done today, and what is decided today. */
function todaySections(tasks: readonly Task[], { zone, today }: Clock): ListSection[] {
  const groups = groupByDay(tasks, zone, today);
  const before = groups.filter(({ date }) => date !== today).map((group) => ({ ...sectionOf(group), end: endWords(group, today) }));
  const group = groups.find(({ date }) => date === today);
  if (!group) return before;
  const part = (own: Pick<ListSection, 'key' | 'name' | 'date'>, undecided: boolean): ListSection[] => {
    const found = group.tasks.filter((task) => isUndecided(task) === undecided);
    return found.length === 0 ? [] : [{ ...group, ...own, tasks: found, end: number(found.length) }];
  };
  const parts = [
    ...part({ key: today, name: 'Open', date: today }, true),
    ...part({ key: DECIDED, name: 'Done, missed and skipped', date: null }, false),
  ];
  return [...before, ...parts.map((one, at) => ({ ...one, summed: at === parts.length - 1 }))];
}

/** The oldest day is first in Today and Upcoming, the newest in all others. */
export function sectionsOf(tab: ListTab, tasks: readonly Task[], clock: Clock): ListSection[] {
  const { zone, today } = clock;
  const found = tasksOf(tab, tasks, clock);
  if (tab === 'today') return todaySections(found, clock);
  if (tab === 'completed') return completedByDay(found, clock).map(sectionOf);
  const groups = groupByDay(found, zone, today);
  if (tab !== 'upcoming') return newestFirst(groups).map(sectionOf);
  return groups.map((group) => upcomingSection(group, today));
}

export const isSameClock = (a: Clock, b: Clock): boolean => a.zone === b.zone && a.today === b.today;
