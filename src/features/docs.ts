import { docsRoutes } from '../http/routes/docs.ts';
import type { Feature } from './feature.ts';

/** The documentation of the API. */
export const docs: Feature = {
  name: 'docs',
  routes: (_deps, { routes, secure }) => docsRoutes(routes, secure),
};
