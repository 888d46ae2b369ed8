import type { App } from '../app/app.ts';
import { carryVacation } from '../app/vacation/vacations.ts';
import type { VacationEvent } from '../domain/vacation/events.ts';
import { NEWEST } from './beginnings.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = ['VacationTaken', 'VacationCancelled'] as const satisfies readonly VacationEvent['type'][];

/** Occurrences of routines in a vacation are skipped, and come back when it is cancelled. */
export const vacationSkipsOccurrences: Reactor<App> = {
  name: 'vacation-skips-occurrences',
  from: NEWEST,
  events: EVENTS,
  async react(event, app) {
    // The occurrences that were there when the vacation was taken are found in a read model, which may be behind the log.
    await app.waitForReadModels(event.position);
    return carryVacation(app, event);
  },
};
