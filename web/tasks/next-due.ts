import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { dueOf } from './due.ts';
import { isOpen } from './state.ts';

/** The open task that is due next today, or null. */
export function nextDue(tasks: readonly Task[], clock: Pick<OwnerClock, 'zone' | 'today' | 'now'>): Task | null {
  const ahead = tasks.filter(
    (task) => isOpen(task) && task.dueAt !== null && Date.parse(task.dueAt) >= clock.now && dueOf(task, clock.zone)?.date === clock.today,
  );
  return ahead.reduce<Task | null>((first, task) => (first === null || (task.dueAt ?? '') < (first.dueAt ?? '') ? task : first), null);
}
