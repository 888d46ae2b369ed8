import { useQueries, useQuery } from '@tanstack/react-query';
import { dailyQuery, weeklyQuery } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
import { mondayOf } from '../lib/calendar.ts';
import { type DayGroup, sumsOf } from '../tasks/due.ts';

/** Tasks that reports count and lists do not show: what was archived, and what was deleted after it was decided. */
export function putAwayAmong(reported: readonly Task[], listed: readonly Task[]): Task[] {
  const shown = new Set(listed.map(({ id }) => id));
  const found = new Map(reported.map((task) => [task.id, task]));
  return [...found.values()].filter(({ id, archived, deleted, outcome }) => !shown.has(id) && outcome !== 'none' && (archived || deleted));
}

/** The same for the days of this week and for `dates`. Empty until the reports have come. */
export function usePutAway(listed: readonly Task[] | undefined, dates: readonly string[], today: string): Task[] {
  const week = useQuery(weeklyQuery(0)).data?.tasks ?? [];
  const before = useQueries({
    queries: dates.filter((date) => date < mondayOf(today)).map((date) => dailyQuery(date)),
    combine: (results) => results.flatMap(({ data }) => data?.tasks ?? []),
  });
  return putAwayAmong([...week, ...before], listed ?? []);
}

export interface WholeDay extends DayGroup {
  /** How many tasks the sums count that are not in the list. */
  readonly away: number;
}

/** Gives a day the sums of its report, so that they do not change when a task is archived. */
export function wholeDay(group: DayGroup, putAway: readonly Task[], today: string): WholeDay {
  const away = putAway.filter(({ dueDate }) => dueDate === group.date);
  const sums = sumsOf([...group.tasks, ...away]);
  return { ...group, sums, closed: group.date !== null && group.date < today && sums.open === 0, away: away.length };
}
