import { VACATION_EVENTS } from '../domain/vacation/events.ts';
import { vacationRoutes } from '../http/routes/vacation.ts';
import { vacations } from '../projections/vacation.ts';
import { vacationSkipsOccurrences } from '../reactors/task.ts';
import type { Feature } from './feature.ts';

/** Vacations, during which occurrences of routines are skipped. */
export const vacation: Feature = {
  name: 'vacation',
  events: VACATION_EVENTS,
  projections: [vacations],
  live: { routine: [vacations] },
  reactors: [vacationSkipsOccurrences],
  routes: vacationRoutes,
};
