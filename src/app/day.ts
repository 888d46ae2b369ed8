import { addDays, endOfDay } from '../domain/calendar/local.ts';
import { type DayCommand, dayDecider, WORTH_AN_ALERT } from '../domain/day/decide.ts';
import { dateOfDay, dayStream } from '../domain/day/events.ts';
import { isEvent } from '../domain/kernel/define-event.ts';
import { derivedIds } from '../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../domain/kernel/event.ts';
import { handle } from '../domain/kernel/handle.ts';
import { RecordCorrected } from '../domain/proof/events.ts';
import { TaskUndone } from '../domain/task/events.ts';
import { activeAlerts } from '../projections/alert.ts';
import { daysOf, NO_COUNTS } from '../projections/day/days.ts';
import { type Streak, streakAt, streakOver } from '../projections/day/streak.ts';
import type { App } from './app.ts';
import { contextOf, ownerZone } from './caller.ts';
import { latest } from './task/task-send.ts';
import { settleZone } from './task/zone-moves.ts';

const FIRST = '1900-01-01';

/**
 * Closes an owner's local day, once. Nothing happens before the day has ended in the owner's zone, if it is closed already, or if nothing
 * was planned. Elapsed time must have been applied to its tasks before.
 */
export async function closeDay(app: App, owner: string, date: string): Promise<{ readonly position: Position | null }> {
  // Another process may have completed a task in the last second of the day, so the read model must contain everything in the log.
  await app.views.waitForReadModel?.('days', await app.store.head());
  const settled = await settleZone(app, owner, date, date);
  const [zone, days] = await Promise.all([ownerZone(app, owner), daysOf(app.views, owner, FIRST, date)]);
  const { planned: _planned, verified: _verified, on_word: _word, ...counts } = days.find((day) => day.date === date)?.counts ?? NO_COUNTS;
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
  const position = await send(app, command);
  if (position === null) return { position: settled };
  const breaks = brokenBefore(streak, date).map((found) => send(app, { type: 'NoteBreak', owner, ...found, at: endOfDay(date, zone) }));
  return { position: latest([position, ...(await Promise.all(breaks))]) };
}

async function send(app: App, command: Exclude<DayCommand, { type: 'AcknowledgeAlert' }>): Promise<Position | null> {
  const { owner, date } = command;
  const context = contextOf({ owner, actor: SYSTEM, correlationId: app.newId(), causationId: null });
  return (await handle(app, dayDecider, dayStream(owner, date), command, context)).position;
}

/** A proof can come up to 30 days after the due date, and all judges together can take up to 5 days. */
const LOOK_BACK = 37;

/** Days before `date` on which a streak long enough for an alert ended, if the days are counted again now. */
function brokenBefore({ days }: Streak, date: string): readonly { readonly date: string; readonly length: number }[] {
  const since = addDays(date, -LOOK_BACK);
  return days
    .map((day, index) => ({ date: day.date, length: (days[index - 1]?.current ?? 0) - day.current }))
    .filter((ended) => ended.date >= since && ended.date < date && ended.length >= WORTH_AN_ALERT);
}

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
