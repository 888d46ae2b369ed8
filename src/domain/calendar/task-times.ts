import { DAY, HOUR, plus } from './instant.ts';
import { proofWindows, type TimedProof } from './proof-times.ts';
import { PASSED, type TimeWindow } from './time-window.ts';

export interface TimedTask extends TimedProof {
  readonly due_at: string | null;
  readonly due_set_at: string | null;
  readonly closed_at: string | null;
  readonly archived: boolean;
  readonly deleted: boolean;
}

export const ARCHIVE_AFTER = 30 * DAY;

export const isOpen = (status: string): boolean => status === 'pending' || status === 'in_progress';

function dueWindows(due: string, setAt: string): readonly TimeWindow[] {
  const [day, hours, passed] = [plus(due, -24 * HOUR), plus(due, -2 * HOUR), plus(due, PASSED)];
  return [
    // A window that began before the owner chose the due instant raises no alert.
    ...(day > setAt ? [{ step: 'due_24h', from: day, until: hours, about: due } as const] : []),
    ...(hours > setAt ? [{ step: 'due_2h', from: hours, until: passed, about: due } as const] : []),
    { step: 'missed', from: passed, until: null, about: due },
  ];
}

/** Every step that elapsed time will take with the task if nothing else happens. The order is that of the kinds, not of time. */
export function timeWindows(task: TimedTask): readonly TimeWindow[] {
  if (task.deleted) return [];
  const windows: TimeWindow[] = [];
  if (isOpen(task.status) && task.due_at !== null) windows.push(...dueWindows(task.due_at, task.due_set_at ?? ''));
  windows.push(...proofWindows(task));
  if (!isOpen(task.status) && !task.archived && task.closed_at !== null)
    windows.push({ step: 'archived', from: plus(task.closed_at, ARCHIVE_AFTER), until: null, about: task.closed_at });
  return windows;
}

/**
 * The next instant at which elapsed time changes the task, or null. `after` is the instant (`metadata.at`) of the newest event in its
 * stream: alerts up to it have been raised.
 */
export function nextInstant(task: TimedTask, after: string): string | null {
  const instants = timeWindows(task)
    .filter((window) => window.until === null || window.from > after)
    .map((window) => window.from);
  return instants.reduce<string | null>((least, instant) => (least === null || instant < least ? instant : least), null);
}
