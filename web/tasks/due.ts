import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/zone.ts';

export interface Due {
  /** The local date to which the task belongs. */
  readonly date: string;
  /** `HH:MM`, or null when it is due at the end of that day. */
  readonly time: string | null;
}

type Dated = Pick<Task, 'dueDate' | 'dueTime' | 'dueAt' | 'outcome'>;

/** Whether an instant is the last millisecond of a local day, which means that no due time was given. */
const endsDay = (at: string, time: string): boolean =>
  time === '23:59' && new Date(at).getUTCSeconds() === 59 && new Date(at).getUTCMilliseconds() === 999;

/**
 * When a task is due in the owner's present time zone. The due instant does not move when the zone changes, so an open
 * task is shown by its instant; a task that is decided stays on the date on which it counts.
 */
export function dueOf(task: Dated, zone: string): Due | null {
  if (task.dueDate === null) return null;
  if (task.dueAt === null || task.outcome !== 'open') return { date: task.dueDate, time: task.dueTime };
  const local = localTime(task.dueAt, zone);
  return { date: local.date, time: endsDay(task.dueAt, local.time) ? null : local.time };
}

/** Orders tasks by due instant, tasks without a due date last, and then by when they were created. */
export function byDue(a: Task, b: Task): number {
  const order =
    (a.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(a.dueAt)) -
    (b.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(b.dueAt));
  return Number.isNaN(order) || order === 0 ? a.createdAt.localeCompare(b.createdAt) : order;
}
