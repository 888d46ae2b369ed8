import { CONNECTION_EVENTS } from '../domain/connection/events.ts';
import { connectionRoutes } from '../http/routes/connection.ts';
import { connections } from '../projections/connection.ts';
import { connectionsPart } from '../reports/bundle/account.ts';
import type { Feature } from './feature.ts';

/** Connections with Google and GitHub. */
export const connection: Feature = {
  name: 'connection',
  events: CONNECTION_EVENTS,
  projections: [connections],
  live: { connection: [connections] },
  routes: connectionRoutes,
  bundleParts: [connectionsPart],
};
