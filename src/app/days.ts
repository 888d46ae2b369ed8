import { addDays } from '../domain/calendar/local.ts';
import { dayDecider } from '../domain/day/decide.ts';
import { dayStream } from '../domain/day/events.ts';
import { type Position, SYSTEM } from '../domain/kernel/event.ts';
import { handle } from '../domain/kernel/handle.ts';
import { daysOf, NO_COUNTS } from '../projections/days.ts';
import { streakAt, streakOver } from '../projections/streak.ts';
import type { App } from './app.ts';
import { contextOf, ownerZone } from './caller.ts';

const FIRST = '1900-01-01';

/**
 * Closes an owner's local day, once. Nothing happens before it has ended in the owner's zone, when it
 * is closed already, or when nothing was planned. The tasks due on it are to be settled before.
 */
export async function closeDay(app: App, owner: string, date: string): Promise<{ readonly position: Position | null }> {
  const [zone, days] = await Promise.all([ownerZone(app, owner), daysOf(app.views, owner, FIRST, date)]);
  const { planned: _, ...counts } = days.find((day) => day.date === date)?.counts ?? NO_COUNTS;
  const until = { today: addDays(date, 1), closedThrough: date };
  const streak = streakOver(days, until);
  const command = {
    type: 'CloseDay',
    owner,
    now: app.clock.now(),
    date,
    zone,
    counts,
    before: streakAt(streak, addDays(date, -1)),
    streak: streakAt(streak, date),
    frozen: streak.days.some((day) => day.date === date && day.frozen),
  } as const;
  const context = contextOf({ owner, actor: SYSTEM, correlationId: app.newId(), causationId: null });
  const { position } = await handle(
    { store: app.store, clock: app.clock, newId: app.newId },
    dayDecider,
    dayStream(owner, date),
    command,
    context,
  );
  return { position };
}
