import { v5 } from 'uuid';
import { TimezoneChanged } from '../../domain/account/events.ts';
import { addDays, localDate } from '../../domain/calendar/local.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { inPresentZone } from '../../domain/task/follow-zone.ts';
import { account } from '../../projections/account/accounts.ts';
import type { Stored } from '../../projections/engine/documents.ts';
import { tasksBetween, tasksFrom } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest, send, sent } from './task-send.ts';

/** Namespace of the ids of the events, so that a repetition writes the same ones. */
const MOVES = '5a0e6f0c-93d1-5b7e-8c42-1f6d2b9a7e35';
/** A few at once, since there can be thousands, and others are to be answered meanwhile. */
const AT_ONCE = 20;
/** No two zones are further apart than this, in days. */
const APART = 2;

/**
 * Carries a change of the owner's zone over to their tasks, the nearest first, `most` of them. The read models must be up to
 * date with the event. It can be repeated at any later time. Gives the position of the last event written.
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
 * Before due work decides about local dates (both inside): lets the tasks that are due about then follow the owner's moves,
 * because a reactor may not have come to them yet. Gives the position of the last event written.
 */
export async function settleZone(app: App, owner: string, from: string, to: string): Promise<Position | null> {
  const move = (await account(app.views, owner))?.doc.moves.at(-1);
  // What was due before the move stays as it is.
  if (move === undefined || addDays(to, APART) < localDate(move.at, move.to)) return null;
  const now = app.clock.now();
  const about = await tasksBetween(app.views, owner, addDays(from, -APART), addDays(to, APART));
  const touched = await behind(app, owner, about, now);
  const caller: Caller = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  const position = await rezone(app, caller, touched, now, null);
  if (position !== null) await app.waitForReadModels(position);
  return position;
}

/** The tasks that have not followed the moves up to an instant. The decider checks again. */
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
        const newId = cause === null ? app.newId : (event: number) => v5(`${cause} ${id} ${event}`, MOVES);
        return send(app, caller, id, command, { newId });
      }),
    );
    last = latest([last, ...done.map(({ position }) => position)]);
  }
  return last;
}
