import { liveRoutes } from '../http/routes/live/routes.ts';
import type { Feature } from './feature.ts';

/** The connection over which clients are told of changes. What they are told is in the manifests of the other features. */
export const live: Feature = {
  name: 'live',
  routes: liveRoutes,
};
