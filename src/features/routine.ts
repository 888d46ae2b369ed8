import { advanceRoutines } from '../app/routine/routine-steps.ts';
import { ROUTINE_EVENTS } from '../domain/routine/events.ts';
import { recurringRoutes } from '../http/routes/routine.ts';
import { dueKind } from '../jobs/work.ts';
import { routinePlans } from '../projections/routine/routine-plans.ts';
import { routineStreaks, routines } from '../projections/routine/routines.ts';
import type { Feature } from './feature.ts';

/** Routines, and the occurrences that they make. */
export const routine: Feature = {
  name: 'routine',
  events: ROUTINE_EVENTS,
  projections: [routinePlans, routineStreaks, routines],
  live: { routine: [routinePlans, routineStreaks, routines], streak: [routineStreaks, routines] },
  dueWork: [
    // The next step for all routines of an owner; `id` is the owner.
    dueKind({
      kind: 'routine',
      order: 20,
      projection: routinePlans,
      facts: ({ id }) => ({ owner: id, id }),
      run: ({ app }, { owner, next_at }) => advanceRoutines(app, owner, next_at),
    }),
  ],
  routes: recurringRoutes,
};
