import { FEEDBACK_EVENTS, POST_EVENTS, SOLUTION_EVENTS } from '../domain/premium/events.ts';
import { postRoutes } from '../http/routes/premium/posts.ts';
import { premiumWorkRoutes } from '../http/routes/premium/work.ts';
import { designFeedback } from '../projections/premium/design-feedback.ts';
import { socialPosts } from '../projections/premium/social-posts.ts';
import { solutions } from '../projections/premium/solutions.ts';
import { premiumPart } from '../reports/bundle/premium.ts';
import type { Feature } from './feature.ts';

/** What the plan Pro adds: solutions explained, feedback on designs, posts. */
export const premium: Feature = {
  name: 'premium',
  events: [...SOLUTION_EVENTS, ...FEEDBACK_EVENTS, ...POST_EVENTS],
  projections: [solutions, designFeedback, socialPosts],
  routes: (deps) => [...premiumWorkRoutes(deps), ...postRoutes(deps)],
  bundleParts: [premiumPart],
};
