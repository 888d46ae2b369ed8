import { AI_EVENTS } from '../domain/ai/events.ts';
import { aiKeyRoutes, aiUsageRoute, assistRoute } from '../http/routes/ai.ts';
import type { Feature } from './feature.ts';

/** Everything for which an AI is used: how often, with whose key, and help beyond reviews. */
export const ai: Feature = {
  name: 'ai',
  events: AI_EVENTS,
  // How much of the plan's allowance is left is read from their stream.
  live: { subscription: AI_EVENTS },
  routes: (deps) => [aiUsageRoute(deps), assistRoute(deps), ...aiKeyRoutes(deps)],
};
