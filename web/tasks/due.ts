import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/zone.ts';
import { verdictOf } from './state.ts';

export interface Due {
  /** The local day that it belongs to. */
  readonly date: string;
  /** `HH:MM`, or null at the end of that day. */
  readonly time: string | null;
}

type Dated = Pick<Task, 'dueDate' | 'dueTime' | 'dueAt'>;

/** The last millisecond of a local day: due some time that day. */
const endsDay = (at: string, time: string): boolean =>
  time === '23:59' && new Date(at).getUTCSeconds() === 59 && new Date(at).getUTCMilliseconds() === 999;

/**
 * When a task is due as its owner's clock shows it now. The instant stays when the zone changes, so what is
 * still open is shown by its instant; what is decided stays on the date on which it counts.
 */
export function dueOf(task: Dated & Parameters<typeof verdictOf>[0], zone: string): Due | null {
  if (task.dueDate === null) return null;
  if (task.dueAt === null || verdictOf(task) !== 'open') return { date: task.dueDate, time: task.dueTime };
  const local = localTime(task.dueAt, zone);
  return { date: local.date, time: endsDay(task.dueAt, local.time) ? null : local.time };
}

/** Before all others by instant, undated last, then as they were made. */
export function byDue(a: Task, b: Task): number {
  const order =
    (a.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(a.dueAt)) -
    (b.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(b.dueAt));
  return Number.isNaN(order) || order === 0 ? a.createdAt.localeCompare(b.createdAt) : order;
}
