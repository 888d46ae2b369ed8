import { CODE_EVENTS } from '../domain/coding/events.ts';
import { codingRoutes } from '../http/routes/coding.ts';
import { codeAttempts, codeTasks } from '../projections/coding.ts';
import { solvedCodeHandsIn } from '../reactors/proof.ts';
import { codingPart } from '../reports/bundle/proof.ts';
import type { Feature } from './feature.ts';

/** Coding questions that are solved as proof of tasks. */
export const coding: Feature = {
  name: 'coding',
  events: CODE_EVENTS,
  projections: [codeTasks, codeAttempts],
  live: { verification: [codeTasks, codeAttempts] },
  reactors: [solvedCodeHandsIn],
  routes: codingRoutes,
  bundleParts: [codingPart],
};
