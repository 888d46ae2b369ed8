import { advanceFocus } from '../app/focus/focus-send.ts';
import { FOCUS_EVENTS } from '../domain/focus/events.ts';
import { focusRoutes } from '../http/routes/focus.ts';
import { dueKind } from '../jobs/work.ts';
import { focusDays } from '../projections/day/focus-days.ts';
import { focusSessions } from '../projections/focus.ts';
import { focusBeginsTask, taskGainsFocus } from '../reactors/plan.ts';
import { focusPart } from '../reports/bundle/plan.ts';
import type { Feature } from './feature.ts';

/** Focus sessions: the timer, and how long people were focused. */
export const focus: Feature = {
  name: 'focus',
  events: FOCUS_EVENTS,
  projections: [focusSessions, focusDays],
  dueWork: [
    dueKind({
      kind: 'focus',
      order: 25,
      projection: focusSessions,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ app }, { owner }) => advanceFocus(app, owner),
    }),
  ],
  reactors: [focusBeginsTask, taskGainsFocus],
  live: { focus: [focusSessions], report: [focusDays] },
  routes: focusRoutes,
  bundleParts: [focusPart],
};
