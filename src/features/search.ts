import { searchRoutes } from '../http/routes/search.ts';
import type { Feature } from './feature.ts';

/** The search in tasks and routines. */
export const search: Feature = { name: 'search', routes: searchRoutes };
