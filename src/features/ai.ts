import { AI_EVENTS } from '../domain/ai/events.ts';
import { assistRoute } from '../http/routes/ai/assist.ts';
import { aiKeyRoutes } from '../http/routes/ai/key.ts';
import { aiUsageRoute } from '../http/routes/ai/usage.ts';
import type { Feature } from './feature.ts';

/** What an AI is asked for: how often, with whose key, and help beyond reviews. */
export const ai: Feature = {
  name: 'ai',
  events: AI_EVENTS,
  routes: (deps) => [aiUsageRoute(deps), assistRoute(deps), ...aiKeyRoutes(deps)],
};
