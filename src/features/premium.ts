import { FEEDBACK_EVENTS, POST_EVENTS, SOLUTION_EVENTS } from '../domain/premium/events.ts';
import { postRoutes, premiumWorkRoutes } from '../http/routes/premium/routes.ts';
import { designFeedback, socialPosts, solutions } from '../projections/premium.ts';
import { premiumPart } from '../reports/bundle/premium.ts';
import type { Feature } from './feature.ts';

/** What the plan Pro adds: explained solutions, feedback on designs, and posts. */
export const premium: Feature = {
  name: 'premium',
  events: [...SOLUTION_EVENTS, ...FEEDBACK_EVENTS, ...POST_EVENTS],
  projections: [solutions, designFeedback, socialPosts],
  live: { verification: [solutions, designFeedback, socialPosts] },
  routes: (deps) => [...premiumWorkRoutes(deps), ...postRoutes(deps)],
  bundleParts: [premiumPart],
};
