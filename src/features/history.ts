import { auditRoutes } from '../http/routes/history/routes.ts';
import { history as timeline } from '../projections/history/history.ts';
import type { Feature } from './feature.ts';

/** What happened, entry by entry: the history and the audit. */
export const history: Feature = {
  name: 'history',
  projections: [timeline],
  routes: auditRoutes,
};
