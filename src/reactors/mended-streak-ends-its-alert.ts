import type { App } from '../app/app.ts';
import { resolveMendedStreaks } from '../app/day/mended-streaks.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['RecordCorrected', 'TaskUndone'] as const satisfies readonly TaskEvent['type'][];

/** Where a corrected record, or an undo, mends a streak, the alert about its end is resolved. */
export const mendedStreakEndsItsAlert: Reactor<App> = {
  name: 'mended-streak-ends-its-alert',
  from: 'now',
  events: EVENTS,
  async react(event, app) {
    // Days and alerts are read models, which may be behind the log.
    await app.waitForReadModels(event.position);
    return resolveMendedStreaks(app, event);
  },
};
