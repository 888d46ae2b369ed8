import { TimezoneChanged } from '../../domain/account/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { timeBoxDecider } from '../../domain/time-box/decide.ts';
import { timeBoxStream } from '../../domain/time-box/events.ts';
import { isBehind } from '../../domain/time-box/rules.ts';
import { timeBoxesAhead } from '../../projections/time-box.ts';
import type { App } from '../app.ts';
import { ownerZones } from '../caller.ts';
import { latest } from '../task/task-send.ts';

/**
 * Moves the time boxes ahead after a change of the owner's zone, as due dates move. The read models must include the event. It can be
 * repeated at any later time. Returns the position of the last event written.
 */
export async function moveBoxesWithZone(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at: now, correlation_id: correlationId } = event.metadata;
  if (owner === null || !isEvent(event, TimezoneChanged) || !event.data.tasks_follow) return null;
  const zones = await ownerZones(app, owner);
  const ahead = await timeBoxesAhead(app.views, owner, now);
  const behind = ahead.filter(({ doc }) => isBehind({ place: doc, zone_move: doc.zone_move }, zones.moves, now));
  const context = { owner, actor: SYSTEM, correlationId, causationId: event.id };
  const command = { type: 'Rezone', owner, now, ...zones } as const;
  let last: Position | null = null;
  for (const { id } of behind) {
    const handling = { ...app, newId: derivedIds('zone_move', event.id, id) };
    const { position } = await handle(handling, timeBoxDecider, timeBoxStream(id), command, context);
    last = latest([last, position]);
  }
  return last;
}
