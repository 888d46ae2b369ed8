import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import type { Middleware } from 'koa';
import type { Position } from '../../domain/kernel/event.ts';
import { type EventStore, withAppend } from '../../domain/kernel/event-store.ts';
import { cookieIn } from './session.ts';

/**
 * Where several webs answer for one program: an answer says up to where its own writes go, in a header and in a
 * cookie, and a request that shows such a position reads at least that, whichever web it comes to.
 */
export interface OwnWrites {
  /** The same store; what is appended through it while a request is answered counts as the request's. */
  noting(store: EventStore): EventStore;
  middleware(secure: boolean): Middleware;
}

const HEADER = 'Vouch-Position';
const COOKIE = 'vouch_position';
/** Longer than read models are ever behind while all is well. */
const COOKIE_SECONDS = 60;
/** Files of the web client hold nothing that was written. */
const WAITING_PATHS = /^\/(api|partner|dev)(\/|$)/;
const POSITION = /^\d{20}$/;

/** `seen` waits, with a bound, for a position that the log holds, and for no other. */
export function createOwnWrites(seen: (position: Position) => Promise<void>): OwnWrites {
  const requests = new AsyncLocalStorage<{ position: Position | null }>();
  return {
    noting: (store) =>
      withAppend(store, async (stream, expected, events) => {
        const appended = await store.append(stream, expected, events);
        const request = requests.getStore();
        if (request && appended.position > (request.position ?? '')) request.position = appended.position;
        return appended;
      }),
    middleware: (secure) => async (context, next) => {
      if (!WAITING_PATHS.test(context.path)) return next();
      const shown = shownIn(context.req.headers);
      if (shown !== null) await seen(shown);
      const request: { position: Position | null } = { position: null };
      try {
        await requests.run(request, next);
      } finally {
        if (request.position !== null) {
          const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
          context.set(HEADER, request.position);
          context.append('Set-Cookie', `${COOKIE}=${request.position}; Max-Age=${COOKIE_SECONDS}; ${attributes}`);
        }
      }
    },
  };
}

/** The later one, where both are there. */
function shownIn(headers: IncomingHttpHeaders): Position | null {
  const said = headers[HEADER.toLowerCase()];
  const kept = headers.cookie === undefined ? null : cookieIn(headers.cookie, COOKIE);
  const positions = [typeof said === 'string' ? said : '', kept ?? ''].filter((each) => POSITION.test(each));
  return positions.sort().at(-1) ?? null;
}
