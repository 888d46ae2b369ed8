import { addDays } from '../../domain/calendar/local.ts';
import { dayDecider } from '../../domain/day/decide.ts';
import { dateOfDay, dayStream } from '../../domain/day/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { RecordCorrected } from '../../domain/proof/events.ts';
import { TaskUndone } from '../../domain/task/events.ts';
import { activeAlerts } from '../../projections/alert.ts';
import { daysOf } from '../../projections/day/days.ts';
import { streakAt, streakOver } from '../../projections/day/streak.ts';
import type { App } from '../app.ts';
import { latest } from '../task/task-send.ts';

const FIRST = '1900-01-01';

/**
 * Call this after an event through which a miss no longer counts. It counts the days again and resolves the alerts about streaks that have
 * not ended after all. The read models must include the event. It can be repeated.
 */
export async function resolveMendedStreaks(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id: correlationId, at } = event.metadata;
  if (owner === null || !isEvent(event, RecordCorrected, TaskUndone)) return null;
  if (!event.data.tally.some((delta) => 'count' in delta && delta.count === 'missed' && delta.by === -1)) return null;
  const reason = isEvent(event, RecordCorrected) ? 'corrected' : 'undone';
  const context = { owner, actor: SYSTEM, correlationId, causationId: event.id };
  const resolved = (await untrueDates(app, owner)).map((date) => {
    const handling = { ...app, newId: derivedIds('mended_streak', event.id, date) };
    return handle(handling, dayDecider, dayStream(owner, date), { type: 'NoteMended', owner, date, reason, at }, context);
  });
  return latest((await Promise.all(resolved)).map(({ position }) => position));
}

/** Local dates that have an open alert about the end of a streak, although no streak ended on them. */
async function untrueDates({ views }: App, owner: string): Promise<readonly string[]> {
  const open = (await activeAlerts(views, owner)).filter(({ doc }) => doc.kind === 'streak_broken');
  const dates = open.map(({ doc }) => dateOfDay(doc.stream)).toSorted();
  const last = dates.at(-1);
  if (last === undefined) return [];
  const streak = streakOver(await daysOf(views, owner, FIRST, last), { today: last, closedThrough: last });
  return dates.filter((date) => streakAt(streak, date).current >= streakAt(streak, addDays(date, -1)).current);
}
