import type { TimeBox } from '../../../web/api/time-boxes.ts';
import { spanOfPlace } from '../../../web/tasks/planning/span.ts';

/** A box for the task with this id, on 19 November 2026 in Berlin. */
export function aBox(taskId: string, time: string, minutes: number, own: Partial<TimeBox> = {}): TimeBox {
  const place = { date: own.date ?? '2026-11-19', time, minutes };
  const { start, end } = spanOfPlace(place, 'Europe/Berlin');
  const [startsAt, endsAt] = [start, end].map((at) => new Date(at).toISOString()) as [string, string];
  const fixed = { overlaps: [], focusedMinutes: 0, createdAt: '2026-11-18T08:00:00.000Z' };
  return { id: `box-${taskId}`, taskId, title: taskId, ...place, startsAt, endsAt, ...fixed, ...own };
}
