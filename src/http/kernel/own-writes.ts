import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { Middleware } from 'koa';
import type { Position } from '../../domain/kernel/event.ts';
import { type EventStore, withAppend } from '../../domain/kernel/event-store.ts';
import type { Demanded } from '../../projections/engine/demanded.ts';
import { type Cookie, createCookie } from './session.ts';

/**
 * Lets clients read their own writes if there are several web processes. An answer contains the position of its last write in a
 * header and a cookie. A request with a position waits until the read models of its process have reached it: one that reads waits for all
 * of them first, one that writes only for those that it reads, so that it does not wait for what it does not need.
 */
export interface OwnWrites {
  /** What the present request must see; null outside a request. */
  demanded(): Demanded | null;
  /** Returns the same store. An append during a request counts as a write of that request. */
  noting(store: EventStore): EventStore;
  middleware(secure: boolean): Middleware;
}

const HEADER = 'Vouch-Position';
const COOKIE = 'vouch_position';
/** In normal operation read models are never this far behind. */
const COOKIE_SECONDS = 60;
/** Only these paths wait. Files of the web client do not contain written data. */
const WAITING_PATHS = /^\/(api|partner|dev)(\/|$)/;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const POSITION = /^\d{20}$/;

/**
 * `waitForReadModels` waits for a limited time, and only for positions in the log. `beforeRequest` is awaited before each
 * request and must be fast.
 */
export function createOwnWrites(
  waitForReadModels: (position: Position) => Promise<void>,
  beforeRequest: () => Promise<void> = async () => undefined,
): OwnWrites {
  const requests = new AsyncLocalStorage<{ written: Position | null; readonly claimed: Position | null }>();
  return {
    demanded: () => requests.getStore() ?? null,
    noting: (store) =>
      withAppend(store, async (stream, expected, events) => {
        const appended = await store.append(stream, expected, events);
        const request = requests.getStore();
        if (request && appended.position > (request.written ?? '')) request.written = appended.position;
        return appended;
      }),
    middleware(secure) {
      const cookie = createCookie(COOKIE, secure);
      return async (context, next) => {
        if (!WAITING_PATHS.test(context.path)) return next();
        await beforeRequest();
        const position = positionIn(context.req.headers, cookie);
        const isReading = READING.has(context.method);
        if (position !== null && isReading) await waitForReadModels(position);
        const request: { written: Position | null; readonly claimed: Position | null } = {
          written: null,
          claimed: isReading ? null : position,
        };
        try {
          await requests.run(request, next);
        } finally {
          if (request.written !== null) {
            context.set(HEADER, request.written);
            context.append('Set-Cookie', cookie.with(request.written, COOKIE_SECONDS));
          }
        }
      };
    },
  };
}

/** The later one of header and cookie. */
function positionIn(headers: IncomingHttpHeaders, cookie: Cookie): Position | null {
  const header = headers[HEADER.toLowerCase()];
  const positions = [typeof header === 'string' ? header : '', cookie.in(headers) ?? ''].filter((each) => POSITION.test(each));
  return positions.sort().at(-1) ?? null;
}
