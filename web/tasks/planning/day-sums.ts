import type { Task } from '../../api/tasks.ts';
import type { TimeBox } from '../../api/time-boxes.ts';
import { instantOf, type LocalDay } from '../../lib/local-day.ts';
import { sharedSpans } from './columns.ts';
import { minutesFrom, minutesOf, spanOf } from './span.ts';

/** `HH:MM`, both or neither. */
export interface QuietHours {
  readonly quietFrom: string | null;
  readonly quietTo: string | null;
}

/**
 * The end of the hours that are left of a day: where quiet hours begin, otherwise midnight. Quiet hours within the day that are
 * over no longer end it.
 */
export function dayEnd({ date, zone, end }: LocalDay, { quietFrom, quietTo }: QuietHours, now: number): number {
  if (quietFrom === null || quietTo === null) return end;
  const quiet = instantOf(date, quietFrom, zone);
  return quietFrom < quietTo && quiet <= now ? end : Math.min(quiet, end);
}

export interface DaySums {
  /** The minutes of all boxes from now on. What two boxes share counts twice. */
  readonly planned: number;
  readonly left: number;
  /** The minutes from now on that two boxes or more share. */
  readonly twice: number;
  /** Estimated minutes of open tasks without a box. */
  readonly unplanned: number;
  /** The number of open tasks without a box. */
  readonly withoutBox: number;
  /** Planned minutes that are more than are left. */
  readonly over: number;
}

interface Summed {
  readonly boxes: readonly TimeBox[];
  /** The open tasks of the day. */
  readonly open: readonly Task[];
  readonly now: number;
  /** The end of the hours that are left. */
  readonly until: number;
}

export function sumsOfDay({ boxes, open, now, until }: Summed): DaySums {
  const spans = boxes.map(spanOf);
  const planned = spans.reduce((sum, span) => sum + minutesFrom(span, now), 0);
  const left = minutesOf({ start: now, end: until });
  const twice = sharedSpans(spans).reduce((sum, span) => sum + minutesFrom(span, now), 0);
  const ahead = new Set(boxes.filter(({ endsAt }) => Date.parse(endsAt) > now).map(({ taskId }) => taskId));
  const rest = open.filter(({ id }) => !ahead.has(id));
  const unplanned = rest.reduce((sum, { estimateMinutes }) => sum + (estimateMinutes ?? 0), 0);
  return { planned, left, twice, unplanned, withoutBox: rest.length, over: Math.max(0, planned - left) };
}

/** The box of each task that covers now or is the next to begin, by the id of the task. */
export function nextBoxes(boxes: readonly TimeBox[], now: number): ReadonlyMap<string, TimeBox> {
  const next = new Map<string, TimeBox>();
  for (const box of boxes.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))) {
    if (Date.parse(box.endsAt) > now && !next.has(box.taskId)) next.set(box.taskId, box);
  }
  return next;
}

/** The last box of the day that has not begun, which can be moved to another day if too much is planned. */
export const movableBox = (boxes: readonly TimeBox[], now: number): TimeBox | null =>
  boxes
    .filter(({ startsAt }) => Date.parse(startsAt) > now)
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt))
    .at(-1) ?? null;
