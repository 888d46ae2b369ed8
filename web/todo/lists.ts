import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { type DayGroup, groupByDay, upcoming } from '../tasks/group.ts';
import type { ListTab } from './address.ts';

/** The tasks without the steps that are shown with their parent: those without a due date, when the parent is in the list. */
export function withoutInnerSteps(tasks: readonly Task[]): Task[] {
  const ids = new Set(tasks.map((task) => task.id));
  return tasks.filter((task) => task.parentId === null || task.dueDate !== null || !ids.has(task.parentId));
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

/** The days of a tab: forward in time for 'Upcoming', newest first for the others. */
export function daysOf(tab: ListTab, tasks: readonly Task[], clock: Pick<OwnerClock, 'zone' | 'today'>): DayGroup[] {
  const groups = groupByDay(
    tab === 'upcoming' ? upcoming(withoutInnerSteps(tasks), clock.zone, clock.today) : tasks,
    clock.zone,
    clock.today,
  );
  if (tab === 'upcoming') return groups;
  return [...groups.filter((group) => group.date !== null).reverse(), ...groups.filter((group) => group.date === null)];
}
