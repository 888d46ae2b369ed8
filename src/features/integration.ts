import { INTEGRATION_EVENTS } from '../domain/integration/events.ts';
import { integrationRoutes } from '../http/routes/integration.ts';
import { integrations } from '../projections/integration.ts';
import { switchFollowsConnection } from '../reactors/account.ts';
import type { Feature } from './feature.ts';

/** What a connection with GitHub is used for: commits, pull requests and reviews as proof of tasks. */
export const integration: Feature = {
  name: 'integration',
  events: INTEGRATION_EVENTS,
  projections: [integrations],
  live: { connection: [integrations] },
  reactors: [switchFollowsConnection],
  routes: integrationRoutes,
};
