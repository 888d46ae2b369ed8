import type { App } from '../app/app.ts';
import { carryVacation } from '../app/vacation.ts';
import type { VacationEvent } from '../domain/vacation/events.ts';
import { NEWEST } from './beginnings.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['VacationTaken', 'VacationCancelled'] as const satisfies readonly VacationEvent['type'][];

/** Skips the occurrences of routines in a vacation, and restores them when it is cancelled. */
export const vacationSkipsOccurrences: Reactor<App> = {
  name: 'vacation-skips-occurrences',
  from: NEWEST,
  events: EVENTS,
  async react(event, app) {
    // The read model with the occurrences may be behind the log.
    await app.waitForReadModels(event.position);
    return carryVacation(app, event);
  },
};
