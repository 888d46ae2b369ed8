import type { Deps } from './deps.ts';
import type { Route } from './kernel/route.ts';

/** What a feature's routes may know of the whole, beside what they work with. */
export interface Site {
  /** Its address begins with https. */
  readonly secure: boolean;
  /** Every call of the API, once all are made. */
  readonly routes: () => readonly Route[];
}

/** The calls of one feature, literal paths before those with a parameter that would match them too. */
export type RouteSource = (deps: Deps, site: Site) => readonly Route[];

/** Every call of the API, once, in the order of the sources: what is here is served, validated and documented. */
export function routesFrom(sources: readonly RouteSource[], deps: Deps, secure: boolean): readonly Route[] {
  const site: Site = { secure, routes: () => routes };
  const routes = sources.flatMap((source) => source(deps, site));
  return routes;
}
