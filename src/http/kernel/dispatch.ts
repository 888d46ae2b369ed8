import Router, { type RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { patternOf } from './meter.ts';
import { Refusal } from './problems.ts';
import type { Route } from './route.ts';

export interface Dispatch {
  readonly middleware: Middleware;
  /** Method and path of every call, as they are registered with the routers. */
  readonly served: readonly { readonly method: string; readonly path: string }[];
}

/** The first name of a path below `/api`: `tasks` of `/api/tasks/{id}`. */
const nameOf = (path: string): string => path.split('/', 3)[2] ?? '';

/**
 * Hands each request to a router that has the routes of its first name. A router compares a request with each of its routes; with
 * those of the whole API this was a seventh of the memory that a request takes.
 */
export function createDispatch(routes: readonly Route[], serve: (route: Route) => (context: RouterContext) => Promise<void>): Dispatch {
  const byName = Map.groupBy(routes, ({ path }) => nameOf(path));
  const routers = new Map([...byName].map(([name, some]) => [name, routerOf(some, serve)]));
  const middlewares = new Map([...routers].map(([name, router]) => [name, router.routes() as Middleware]));
  const served = [...routers.values()].flatMap(({ stack }) =>
    stack.flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => ({ method, path: patternOf(String(path)) })),
    ),
  );
  return { middleware: (context, next) => middlewares.get(nameOf(context.path))?.(context, next) ?? next(), served };
}

function routerOf(routes: readonly Route[], serve: Parameters<typeof createDispatch>[1]): Router {
  const router = new Router({ strict: true, sensitive: true });
  for (const route of routes) router.register(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), [route.method.toLowerCase()], serve(route));
  return router;
}

type Served = Pick<Route, 'method' | 'path'>;

const isLiteral = (path: string): boolean => !path.includes('{');
const matching = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

export const methodNotAllowed = (allowed: readonly string[]): Refusal =>
  new Refusal(405, 'method_not_allowed', `This takes ${allowed.join(', ')} only.`, { headers: { Allow: allowed.join(', ') } });

/** The methods of each literal path that a path with a parameter matches as well. GET brings HEAD with it. */
export function shadowingPaths(routes: readonly Served[]): ReadonlyMap<string, readonly string[]> {
  const patterns = [...new Set(routes.map(({ path }) => path))].filter((path) => !isLiteral(path)).map(matching);
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
