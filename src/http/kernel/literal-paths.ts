import type { Middleware } from 'koa';
import { Refusal } from './problems.ts';
import type { Route } from './route.ts';

type Served = Pick<Route, 'method' | 'path'>;

const isLiteral = (path: string): boolean => !path.includes('{');
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

export const methodNotAllowed = (allowed: readonly string[]): Refusal =>
  new Refusal(405, 'method_not_allowed', `This takes ${allowed.join(', ')} only.`, { headers: { Allow: allowed.join(', ') } });

/** The methods of each literal path that a path with a parameter matches as well. GET brings HEAD with it. */
export function shadowingPaths(routes: readonly Served[]): ReadonlyMap<string, readonly string[]> {
  const patterns = [...new Set(routes.map(({ path }) => path))].filter((path) => !isLiteral(path)).map(patternOf);
  const shadowing = routes.filter(({ path }) => isLiteral(path) && patterns.some((pattern) => pattern.test(path)));
  const byPath = Map.groupBy(shadowing, ({ path }) => path);
  return new Map([...byPath].map(([path, some]) => [path, some.flatMap(({ method }) => (method === 'GET' ? ['HEAD', 'GET'] : [method]))]));
}

/**
 * Refuses methods that a literal path does not have, before a path with a parameter can match the request:
 * `DELETE /api/tasks/missed` must not delete a task with the id `missed`.
 */
export function refuseOtherMethods(routes: readonly Served[]): Middleware {
  const paths = shadowingPaths(routes);
  return ({ path, method }, next) => {
    const allowed = paths.get(path);
    if (allowed && !allowed.includes(method)) throw methodNotAllowed(allowed);
    return next();
  };
}
