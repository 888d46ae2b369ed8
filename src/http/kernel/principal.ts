import type { IncomingMessage } from 'node:http';
import { renewSession } from '../../app/account/sessions.ts';
import type { App } from '../../app/app.ts';
import type { Caller } from '../../app/caller.ts';
import { isPersonalToken, shownToken, validToken } from '../../app/token.ts';
import { type Admission, type Entitlement, type Means, SCOPES, type Scope, SIGNED_IN } from '../../contracts/call.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { StoreFull } from '../../domain/kernel/event-store.ts';
import type { OwnersPlan, Plans } from '../../ports/billing.ts';
import type { StoredPersonalToken, StoredSession } from '../../ports/tokens.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { Refusal } from './problems.ts';
import { bearerIn, type Sessions } from './session.ts';

/** The caller of a request: the owner of the data, the actor, the means of authentication, and the permissions. */
export interface Principal {
  /** The user whose data is requested. */
  readonly owner: string;
  /** The actor in events. */
  readonly actor: Actor;
  readonly means: Means;
  /** Only a personal token has fewer scopes than its owner. */
  readonly scopes: readonly Scope[];
  /** Null for other means than `session` and `access_token`. */
  readonly session: StoredSession | null;
}

/** A signed-in user has every scope for their own data. */
export const signedInPrincipal = (session: StoredSession, means: 'session' | 'access_token'): Principal => ({
  owner: session.user_id,
  actor: { kind: 'user', id: session.user_id },
  means,
  scopes: SCOPES,
  session,
});

/** A program acts as the user who made its token, within the scopes of the token. */
const tokenPrincipal = ({ user_id, scopes }: StoredPersonalToken): Principal => ({
  owner: user_id,
  actor: { kind: 'user', id: user_id },
  means: 'personal_token',
  scopes: SCOPES.filter((scope) => scopes.includes(scope)),
  session: null,
});

/** A partner who opened the link in a message. They act on the owner's data and have no scopes. */
export const partnerPrincipal = (owner: string, partnerId: string): Principal => ({
  owner,
  actor: { kind: 'partner', id: partnerId },
  means: 'partner_link',
  scopes: [],
  session: null,
});

export const callerOf = ({
  principal: { owner, actor },
  correlationId,
}: {
  readonly principal: Principal;
  readonly correlationId: string;
}): Caller => ({ owner, actor, correlationId, causationId: null });

/** Personal tokens are accepted only if the call names a scope. */
export const meansOf = ({ means, scopes = [] }: Omit<Admission, 'access'>): readonly Means[] =>
  means ?? (scopes.length > 0 ? [...SIGNED_IN, 'personal_token'] : SIGNED_IN);

export const asksWho = ({ access, means, scopes = [] }: Admission): boolean =>
  access === 'user' || means !== undefined || scopes.length > 0;

export const unauthenticated = (): Refusal =>
  new Refusal(401, 'unauthenticated', 'Sign in first.', { headers: { 'WWW-Authenticate': 'Bearer' } });

const scopeRequired = (message: string, scopes: readonly Scope[]): Refusal =>
  new Refusal(403, 'scope_required', message, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope"${scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : ''}` },
  });

const WRONG_MEANS: Readonly<Record<Means, () => Refusal>> = {
  session: unauthenticated,
  partner_link: unauthenticated,
  access_token: () => new Refusal(403, 'cookie_needed', 'This takes the session of your browser, not a token.'),
  personal_token: () => scopeRequired('No personal token reaches this call.', []),
};

/**
 * @throws Refusal 401 `unauthenticated`, 403 `cookie_needed`, 403 `scope_required`
 */
export function admit(principal: Principal | null, admission: Admission): void {
  if (principal === null) {
    if (admission.access === 'user') throw unauthenticated();
    return;
  }
  if (!asksWho(admission)) return;
  if (!meansOf(admission).includes(principal.means)) throw WRONG_MEANS[principal.means]();
  const { scopes = [] } = admission;
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length > 0) throw scopeRequired(`This token lacks ${missing.join(', ')}.`, scopes);
}

const INCLUDED: Readonly<Record<Entitlement, (plan: OwnersPlan) => boolean>> = { pro: ({ premium }) => premium };

/**
 * Checks the owner's current plan.
 * @throws Refusal 403 `premium_required`, StoreUnavailable
 */
export async function admitToPlan(plans: Plans, principal: Principal | null, { entitlement }: Admission): Promise<void> {
  if (!entitlement) return;
  if (principal === null) throw unauthenticated();
  if (!INCLUDED[entitlement](await plans.of(principal.owner))) throw new Refusal(403, 'premium_required', 'This is part of the plan Pro.');
}

export interface Identified {
  /** Null if nobody is signed in. */
  readonly principal: Principal | null;
  /** Cookies to set, because this request has renewed the session. */
  readonly cookies?: readonly string[];
}

export type Identify = (request: IncomingMessage) => Promise<Identified>;

const NOBODY: Identified = { principal: null };

/**
 * The only place that identifies the caller.
 * @throws StoreUnavailable
 */
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

/**
 * Whether the session or token of a request that goes on still exists.
 * @throws StoreUnavailable
 */
export type IsStillSignedIn = (request: IncomingMessage) => Promise<boolean>;

/** It renews no session, because the cookie could not be renewed with it, and records no use of a token. */
export function createIsStillSignedIn(app: Pick<App, 'personalTokens' | 'clock'>, sessions: Sessions): IsStillSignedIn {
  return async (request) => {
    const bearer = bearerIn(request);
    const found = bearer !== null && isPersonalToken(bearer) ? await validToken(app, bearer) : await sessions.of(request);
    return found !== null;
  };
}

/**
 * Reads continue while the disk is full; a later request renews the session.
 * @throws every other error
 */
const unlessDiskIsFull =
  (session: StoredSession) =>
  (error: unknown): StoredSession => {
    if (error instanceof StoreFull) return session;
    throw error;
  };
