import type { Task } from '../api/tasks.ts';
import { dueOf } from './due.ts';
import type { Here } from './here.ts';
import { isOpen } from './state.ts';

/** The open task whose due time comes next today. */
export function nextDue(tasks: readonly Task[], here: Pick<Here, 'zone' | 'today' | 'now'>): Task | null {
  const ahead = tasks.filter(
    (task) => isOpen(task) && task.dueAt !== null && Date.parse(task.dueAt) >= here.now && dueOf(task, here.zone)?.date === here.today,
  );
  return ahead.reduce<Task | null>((first, task) => (first === null || (task.dueAt ?? '') < (first.dueAt ?? '') ? task : first), null);
}
