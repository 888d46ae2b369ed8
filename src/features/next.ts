import { nextRoutes } from '../http/routes/next.ts';
import type { Feature } from './feature.ts';

/** Which task to do next. */
export const next: Feature = { name: 'next', routes: nextRoutes };
