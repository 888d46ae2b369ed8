import type { App } from '../app/app.ts';
import { carryZoneMove } from '../app/task/zone-moves.ts';
import type { AccountEvent } from '../domain/account/events.ts';
import { NEWEST } from './beginnings.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['TimezoneChanged'] as const satisfies readonly AccountEvent['type'][];

/** When the owner's zone changes, due dates follow. */
export const tasksFollowZone: Reactor<App> = {
  name: 'tasks-follow-zone',
  // The worker may begin with this version after a process that answers requests. Older changes of zone changed no task.
  from: NEWEST,
  events: EVENTS,
  async react(event, app) {
    // The owner's tasks and their moves are found in read models, which may be behind the log.
    await app.waitForReadModels(event.position);
    return carryZoneMove(app, event);
  },
};
