import type { App } from '../app/app.ts';
import { resolveMendedStreaks } from '../app/day/mended-streaks.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['RecordCorrected', 'TaskUndone'] as const satisfies readonly TaskEvent['type'][];

/** Resolves the alert about the end of a streak if a corrected record or an undo restores the streak. */
export const mendedStreakEndsItsAlert: Reactor<App> = {
  name: 'mended-streak-ends-its-alert',
  from: 'now',
  events: EVENTS,
  async react(event, app) {
    // The read models of days and alerts may be behind the log.
    await app.waitForReadModels(event.position);
    return resolveMendedStreaks(app, event);
  },
};
