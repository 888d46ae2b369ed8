import type { Context, Middleware } from 'koa';

/** A request that was answered. Nothing in it is personal: no address, no id but the request's own, no query. */
export interface Answered {
  /** Made for this request; the events that it led to carry it as their correlation id. */
  readonly id: string;
  /** The route's pattern, as `/api/tasks/{id}`; `(page)`, `(asset)` or `(unknown)` for the rest. */
  readonly route: string;
  readonly method: string;
  /** 499: the client went away before it was answered. */
  readonly status: number;
  /** Until the end of the answer. */
  readonly seconds: number;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const CLIENT_CLOSED = 499;
export const HEALTH = '/healthz';

const patterns = new Map<string, string>();
function patternOf(matched: string): string {
  const pattern = patterns.get(matched) ?? matched.replaceAll(/:(\w+)/g, '{$1}');
  patterns.set(matched, pattern);
  return pattern;
}

/** The pattern that a request was routed by; never the path itself, which may hold ids and tokens. */
export function routeOf(context: Context): string {
  const { _matchedRoute: matched } = context as { _matchedRoute?: string | RegExp };
  if (typeof matched === 'string') return patternOf(matched);
  if (context.path === HEALTH) return HEALTH;
  if (context.status === 404 || /^\/(api|dev|partner)(\/|$)/.test(context.path)) return '(unknown)';
  return context.path.startsWith('/assets/') ? '(asset)' : '(page)';
}

export const requestId = (context: Context): string | undefined => context.state.requestId as string | undefined;

/** Gives each request an id, under which its faults are logged, and tells what became of it once it has ended. */
export const meter =
  (newId: () => string, answered: (request: Answered) => void): Middleware =>
  (context, next) => {
    const started = performance.now();
    const id = newId();
    context.state.requestId = id;
    context.res.once('close', () => {
      const method = METHODS.has(context.method) ? context.method : 'OTHER';
      const status = context.res.writableFinished ? context.res.statusCode : CLIENT_CLOSED;
      answered({ id, route: routeOf(context), method, status, seconds: (performance.now() - started) / 1_000 });
    });
    return next();
  };
