import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { type DayGroup, groupByDay, upcoming } from '../tasks/group.ts';
import type { ListTab } from './address.ts';

/** Steps without a date of their own are shown with their task, where that is in the list too. */
export function withoutInnerSteps(tasks: readonly Task[]): Task[] {
  const ids = new Set(tasks.map((task) => task.id));
  return tasks.filter((task) => task.parentId === null || task.dueDate !== null || !ids.has(task.parentId));
}

/** Done and all steps, by task. */
export function stepCounts(tasks: readonly Task[]): Map<string, readonly [number, number]> {
  const counts = new Map<string, readonly [number, number]>();
  for (const { parentId, completed } of tasks) {
    if (parentId === null) continue;
    const [done, all] = counts.get(parentId) ?? [0, 0];
    counts.set(parentId, [done + (completed ? 1 : 0), all + 1]);
  }
  return counts;
}

/** The days of a tab in the order in which they are read: upcoming forward, the others newest first. */
export function daysOf(tab: ListTab, tasks: readonly Task[], clock: Pick<OwnerClock, 'zone' | 'today'>): DayGroup[] {
  const groups = groupByDay(
    tab === 'upcoming' ? upcoming(withoutInnerSteps(tasks), clock.zone, clock.today) : tasks,
    clock.zone,
    clock.today,
  );
  if (tab === 'upcoming') return groups;
  return [...groups.filter((group) => group.date !== null).reverse(), ...groups.filter((group) => group.date === null)];
}
