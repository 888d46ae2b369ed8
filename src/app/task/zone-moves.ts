import { TimezoneChanged } from '../../domain/account/events.ts';
import { addDays, localDate } from '../../domain/calendar/local.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { inPresentZone } from '../../domain/task/follow-zone.ts';
import type { Stored } from '../../ports/documents.ts';
import { account } from '../../projections/account/accounts.ts';
import { tasksBetween, tasksFrom } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest, send, sent } from './task-send.ts';

/** How many tasks change at once. There can be thousands, and other requests must not wait for all of them. */
const AT_ONCE = 20;
/** No two zones are further apart than this, in days. */
const APART = 2;

/**
 * Changes the due dates of `most` tasks, nearest first, after a change of the owner's zone. The read models must include the event. It can
 * be repeated at any later time. Returns the position of the last event written.
 */
export async function carryZoneMove(app: App, event: Recorded, most = Number.POSITIVE_INFINITY): Promise<Position | null> {
  const { owner, at, correlation_id: correlationId } = event.metadata;
  if (owner === null || !isEvent(event, TimezoneChanged) || !event.data.tasks_follow) return null;
  const caller: Caller = { owner, actor: SYSTEM, correlationId, causationId: event.id };
  const first = addDays(localDate(at, event.data.to), -APART);
  let [left, last]: [number, Position | null] = [most, null];
  for await (const page of tasksFrom(app.views, owner, first)) {
    const touched = (await behind(app, owner, page, at)).slice(0, left);
    last = latest([last, await rezone(app, caller, touched, at, event.id)]);
    left -= touched.length;
    if (left <= 0) break;
  }
  return last;
}

/**
 * Changes the due dates of the tasks around these local dates (both included) after a change of zone. Due work calls this before it decides
 * about local dates, because the reactor may not have changed these tasks yet. Returns the position of the last event written.
 */
export async function settleZone(app: App, owner: string, from: string, to: string): Promise<Position | null> {
  const move = (await account(app.views, owner))?.doc.moves.at(-1);
  // A due date before the move does not change.
  if (move === undefined || addDays(to, APART) < localDate(move.at, move.to)) return null;
  const now = app.clock.now();
  const about = await tasksBetween(app.views, owner, addDays(from, -APART), addDays(to, APART));
  const touched = await behind(app, owner, about, now);
  const caller: Caller = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  const position = await rezone(app, caller, touched, now, null);
  if (position !== null) await app.waitForReadModels(position);
  return position;
}

/** The tasks whose due dates have not followed the changes of zone up to an instant. The decider checks again. */
async function behind(app: App, owner: string, tasks: readonly Stored<TaskDoc>[], now: string): Promise<readonly Stored<TaskDoc>[]> {
  const moves = (await account(app.views, owner))?.doc.moves ?? [];
  return tasks.filter(({ doc }) => inPresentZone(doc, { moves, now }) !== doc);
}

async function rezone(
  app: App,
  caller: Caller,
  tasks: readonly Stored<TaskDoc>[],
  now: string,
  cause: string | null,
): Promise<Position | null> {
  if (tasks.length === 0) return null;
  const command = { ...(await sent(app, caller)), now, type: 'Rezone' } as const;
  let last: Position | null = null;
  for (let index = 0; index < tasks.length; index += AT_ONCE) {
    const some = tasks.slice(index, index + AT_ONCE);
    const done = await Promise.all(
      some.map(({ id }) => {
        const newId = cause === null ? app.newId : derivedIds('zone_move', cause, id);
        return send(app, caller, id, command, { newId });
      }),
    );
    last = latest([last, ...done.map(({ position }) => position)]);
  }
  return last;
}
