import { TIME_BOX_EVENTS } from '../domain/time-box/events.ts';
import { timeBoxRoutes } from '../http/routes/time-box.ts';
import { timeBoxes } from '../projections/time-box.ts';
import { boxesFollowZone, planFollowsTask } from '../reactors/plan.ts';
import { timeBoxesPart } from '../reports/bundle/plan.ts';
import type { Feature } from './feature.ts';

/** Time boxes, in which people plan when they work on a task. */
export const timeBox: Feature = {
  name: 'time-box',
  events: TIME_BOX_EVENTS,
  projections: [timeBoxes],
  reactors: [planFollowsTask, boxesFollowZone],
  live: { time_box: [timeBoxes] },
  routes: timeBoxRoutes,
  bundleParts: [timeBoxesPart],
};
