import { BATCH_EVENTS } from '../domain/bulk/events.ts';
import { bulkRoutes } from '../http/routes/bulk.ts';
import type { Feature } from './feature.ts';

/** Changing several tasks with one call, and taking that back with one call. */
export const bulk: Feature = {
  name: 'bulk',
  events: BATCH_EVENTS,
  routes: bulkRoutes,
};
