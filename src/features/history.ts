import { auditRoutes } from '../http/routes/history.ts';
import { history as timeline } from '../projections/history/history.ts';
import type { Feature } from './feature.ts';

/** The history and the audit, entry by entry. */
export const history: Feature = {
  name: 'history',
  projections: [timeline],
  live: { report: [timeline] },
  routes: auditRoutes,
};
