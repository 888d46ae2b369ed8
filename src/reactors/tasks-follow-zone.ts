import type { App } from '../app/app.ts';
import { carryZoneMove } from '../app/task/zone-moves.ts';
import type { AccountEvent } from '../domain/account/events.ts';
import { NEWEST } from './beginnings.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['TimezoneChanged'] as const satisfies readonly AccountEvent['type'][];

export const tasksFollowZone: Reactor<App> = {
  name: 'tasks-follow-zone',
  // A worker may start with this version later than a web process. Changes of zone from before this version changed no task.
  from: NEWEST,
  events: EVENTS,
  async react(event, app) {
    // The read models with the owner's tasks and zones may be behind the log.
    await app.waitForReadModels(event.position);
    return carryZoneMove(app, event);
  },
};
