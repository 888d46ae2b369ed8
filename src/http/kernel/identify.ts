import type { IncomingMessage } from 'node:http';
import { renewSession } from '../../app/account/sessions.ts';
import type { App } from '../../app/app.ts';
import { isPersonalToken, shownToken } from '../../app/token.ts';
import { StoreFull } from '../../domain/kernel/event-store.ts';
import type { StoredSession } from '../../ports/sessions.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { type Principal, signedInPrincipal, tokenPrincipal } from './principal.ts';
import { bearerIn, type Sessions } from './session.ts';

/** Who sends a request. */
export interface Identified {
  /** Null if nobody is signed in. */
  readonly principal: Principal | null;
  /** Cookies to set with the answer, because this use has renewed the session. */
  readonly cookies?: readonly string[];
}

export type Identify = (request: IncomingMessage) => Promise<Identified>;

const NOBODY: Identified = { principal: null };

/** Finds the principal of a request. This is the only place that does so. @throws StoreUnavailable */
export function createIdentify(
  app: Pick<App, 'sessions' | 'personalTokens' | 'clock'>,
  sessions: Sessions,
  browsers: KnownBrowsers,
): Identify {
  return async (request) => {
    const bearer = bearerIn(request);
    if (bearer !== null && isPersonalToken(bearer)) {
      const token = await shownToken(app, bearer);
      return token === null ? NOBODY : { principal: tokenPrincipal(token) };
    }
    const shown = await sessions.of(request);
    if (shown === null) return NOBODY;
    if (shown.by === 'bearer') return { principal: signedInPrincipal(shown.session, 'access_token') };
    const session = await renewSession(app, shown.session).catch(unlessDiskIsFull(shown.session));
    if (session === null) return NOBODY;
    const principal = signedInPrincipal(session, 'session');
    if (session === shown.session) return { principal };
    return { principal, cookies: [sessions.cookie(session), await browsers.cookie(request, session.user_id)] };
  };
}

/** Reading goes on while the disk is full; the session is renewed at a later use. @throws every other error */
const unlessDiskIsFull =
  (session: StoredSession) =>
  (error: unknown): StoredSession => {
    if (error instanceof StoreFull) return session;
    throw error;
  };
