import type { Context, Middleware } from 'koa';

/** A request that was answered. It holds nothing personal: no address, no query, and no id except the request's own. */
export interface Answered {
  /** Made for this request. The events that it caused have it as their correlation id. */
  readonly id: string;
  /** The pattern of the route, such as `/api/tasks/{id}`; `(page)`, `(asset)` or `(unknown)` for everything else. */
  readonly route: string;
  readonly method: string;
  /** The status of the answer; 499 if the client closed the connection before it was answered. */
  readonly status: number;
  /** The time from the request to the end of the answer, in seconds. */
  readonly seconds: number;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const CLIENT_CLOSED = 499;
export const HEALTH = '/healthz';
const MOST_LISTENERS = 30;

const patterns = new Map<string, string>();
/** The path of a route as the API writes it: `/api/tasks/{id}` for `/api/tasks/:id`. */
export function patternOf(matched: string): string {
  const pattern = patterns.get(matched) ?? matched.replaceAll(/:(\w+)/g, '{$1}');
  patterns.set(matched, pattern);
  return pattern;
}

/** The pattern that matched a request. It is never the path itself, which may hold ids and tokens. */
export function routeOf(context: Context): string {
  const { _matchedRoute: matched } = context as { _matchedRoute?: string | RegExp };
  if (typeof matched === 'string') return patternOf(matched);
  if (context.path === HEALTH) return HEALTH;
  if (context.status === 404 || /^\/(api|dev|partner)(\/|$)/.test(context.path)) return '(unknown)';
  return context.path.startsWith('/assets/') ? '(asset)' : '(page)';
}

export const requestId = (context: Context): string | undefined => context.state.requestId as string | undefined;

/** Gives each request an id, under which its faults are logged, and calls `answered` once it has ended. */
export const meter =
  (newId: () => string, answered: (request: Answered) => void): Middleware =>
  (context, next) => {
    const started = performance.now();
    const id = newId();
    context.state.requestId = id;
    // Many parts wait for the end of an answer, and a streamed one has some of its own: they are no leak.
    context.res.setMaxListeners(MOST_LISTENERS);
    context.res.once('close', () => {
      const method = METHODS.has(context.method) ? context.method : 'OTHER';
      const status = context.res.writableFinished ? context.res.statusCode : CLIENT_CLOSED;
      answered({ id, route: routeOf(context), method, status, seconds: (performance.now() - started) / 1_000 });
    });
    return next();
  };
