import { FILTER_EVENTS } from '../domain/filter/events.ts';
import { filterRoutes } from '../http/routes/filter.ts';
import { filtersPart } from '../reports/bundle/filters.ts';
import type { Feature } from './feature.ts';

/** Searches that people save. */
export const filter: Feature = {
  name: 'filter',
  events: FILTER_EVENTS,
  live: { filter: FILTER_EVENTS },
  routes: filterRoutes,
  bundleParts: [filtersPart],
};
