import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Middleware } from 'koa';

/** Contains no personal data: no address, no query, and no id except the request's own. */
export interface Answered {
  /** The correlation id of the events that the request caused. */
  readonly id: string;
  /** For example `/api/tasks/{id}`; `(page)`, `(asset)` or `(unknown)` for everything else. */
  readonly route: string;
  readonly method: string;
  /** 499 if the client disconnected before the answer. */
  readonly status: number;
  /** From the request to the end of the answer, or to the beginning of one that goes on until the client leaves. */
  readonly seconds: number;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const CLIENT_CLOSED = 499;
export const HEALTH = '/healthz';
const MOST_LISTENERS = 30;

const patterns = new Map<string, string>();
/** For example `/api/tasks/{id}` for `/api/tasks/:id`. */
export function patternOf(matched: string): string {
  const pattern = patterns.get(matched) ?? matched.replaceAll(/:(\w+)/g, '{$1}');
  patterns.set(matched, pattern);
  return pattern;
}

/** Never the path itself, which may contain ids and tokens. */
export function routeOf(context: Context): string {
  const { _matchedRoute: matched }: Context & { readonly _matchedRoute?: string | RegExp } = context;
  if (typeof matched === 'string') return patternOf(matched);
  if (context.path === HEALTH) return HEALTH;
  if (context.status === 404 || /^\/(api|dev|partner)(\/|$)/.test(context.path)) return '(unknown)';
  return context.path.startsWith('/assets/') ? '(asset)' : '(page)';
}

export function requestId({ state }: Pick<Context, 'state'>): string | undefined {
  const { requestId: id } = state;
  return typeof id === 'string' ? id : undefined;
}

/** Notes that an answer has begun which goes on until the client leaves. */
export function noteEndless({ state }: Pick<Context, 'state'>): void {
  state.begunAt = performance.now();
}

function begunAt({ state }: Pick<Context, 'state'>): number | undefined {
  const { begunAt: at } = state;
  return typeof at === 'number' ? at : undefined;
}

interface Counting {
  readonly request: Pick<IncomingMessage, 'method'>;
  readonly response: ServerResponse;
  /** Called at the end of the answer. */
  readonly newId: () => string;
  readonly route: () => string;
  /** When an answer has begun that goes on until the client leaves. */
  readonly begunAt?: () => number | undefined;
  readonly answered: (request: Answered) => void;
}

/** Calls `answered` when the answer has ended. */
export function countOnClose({ request, response, newId, route, begunAt: begun = () => undefined, answered }: Counting): void {
  const started = performance.now();
  response.once('close', () => {
    const method = METHODS.has(request.method ?? '') ? (request.method ?? '') : 'OTHER';
    const at = begun();
    const status = response.writableFinished || at !== undefined ? response.statusCode : CLIENT_CLOSED;
    answered({ id: newId(), route: route(), method, status, seconds: ((at ?? performance.now()) - started) / 1_000 });
  });
}

/** Assigns the request id, under which faults are logged, and calls `answered` at the end. */
export const meter =
  (newId: () => string, answered: (request: Answered) => void): Middleware =>
  (context, next) => {
    const id = newId();
    context.state.requestId = id;
    // Many parts of the program listen for the end of an answer, and a stream adds listeners of its own. This is not a leak.
    context.res.setMaxListeners(MOST_LISTENERS);
    const { req: request, res: response } = context;
    countOnClose({ request, response, newId: () => id, route: () => routeOf(context), begunAt: () => begunAt(context), answered });
    return next();
  };
