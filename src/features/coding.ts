import { CODE_EVENTS } from '../domain/coding/events.ts';
import { codingRoutes } from '../http/routes/coding/routes.ts';
import { codeAttempts } from '../projections/coding/code-attempts.ts';
import { codeTasks } from '../projections/coding/code-tasks.ts';
import { solvedCodeHandsIn } from '../reactors/solved-code-hands-in.ts';
import { codingPart } from '../reports/bundle/coding.ts';
import type { Feature } from './feature.ts';

/** Coding questions that are solved as proof of tasks. */
export const coding: Feature = {
  name: 'coding',
  events: CODE_EVENTS,
  projections: [codeTasks, codeAttempts],
  reactors: [solvedCodeHandsIn],
  routes: codingRoutes,
  bundleParts: [codingPart],
};
