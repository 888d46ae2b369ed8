import type { IncomingMessage } from 'node:http';
import { renewSession } from '../../app/account/sessions.ts';
import type { App } from '../../app/app.ts';
import type { Caller } from '../../app/caller.ts';
import { isPersonalToken, shownToken } from '../../app/token.ts';
import { type Admission, type Entitlement, type Means, SCOPES, type Scope, SIGNED_IN } from '../../contracts/call.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { StoreFull } from '../../domain/kernel/event-store.ts';
import type { OwnersPlan, Plans } from '../../ports/plans.ts';
import type { StoredPersonalToken, StoredSession } from '../../ports/tokens.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { Refusal } from './problems.ts';
import { bearerIn, type Sessions } from './session.ts';

/** The caller: whose things are asked for, who acts, how the caller has shown who they are, and what that allows. */
export interface Principal {
  /** The user whose things are asked for. */
  readonly owner: string;
  /** Who acts, as events name them. */
  readonly actor: Actor;
  readonly means: Means;
  /** What the caller may ask for. Only a personal token has fewer scopes than its owner. */
  readonly scopes: readonly Scope[];
  /** The session behind `session` and `access_token`; null for the other means. */
  readonly session: StoredSession | null;
}

/** A user who is signed in and asks for their own things. They have every scope. */
export const signedInPrincipal = (session: StoredSession, means: 'session' | 'access_token'): Principal => ({
  owner: session.user_id,
  actor: { kind: 'user', id: session.user_id },
  means,
  scopes: SCOPES,
  session,
});

/** A program with a token that its user made for it. It acts as the user, as far as the token's scopes go. */
const tokenPrincipal = ({ user_id, scopes }: StoredPersonalToken): Principal => ({
  owner: user_id,
  actor: { kind: 'user', id: user_id },
  means: 'personal_token',
  scopes: SCOPES.filter((scope) => scopes.includes(scope)),
  session: null,
});

/** A partner who opened the link in a message. They ask for things of the owner who invited them, and have none of the scopes. */
export const partnerPrincipal = (owner: string, partnerId: string): Principal => ({
  owner,
  actor: { kind: 'partner', id: partnerId },
  means: 'partner_link',
  scopes: [],
  session: null,
});

/** The caller of a use case: for whom, by whom and why it is run. */
export const callerOf = ({
  principal: { owner, actor },
  correlationId,
}: {
  readonly principal: Principal;
  readonly correlationId: string;
}): Caller => ({ owner, actor, correlationId, causationId: null });

/** The means that a call accepts. Personal tokens are accepted only where the call names a scope. */
export const meansOf = ({ means, scopes = [] }: Omit<Admission, 'access'>): readonly Means[] =>
  means ?? (scopes.length > 0 ? [...SIGNED_IN, 'personal_token'] : SIGNED_IN);

/** Whether it matters to the call who the caller is. */
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

/** Checks access, means and scopes. @throws Refusal 401 `unauthenticated`, 403 `cookie_needed`, 403 `scope_required` */
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

/** Which plans include what a call may need. */
const INCLUDED: Readonly<Record<Entitlement, (plan: OwnersPlan) => boolean>> = { pro: ({ premium }) => premium };

/** Checks the plan that the owner has now. @throws Refusal 403 `premium_required`, StoreUnavailable */
export async function admitToPlan(plans: Plans, principal: Principal | null, { entitlement }: Admission): Promise<void> {
  if (!entitlement) return;
  if (principal === null) throw unauthenticated();
  if (!INCLUDED[entitlement](await plans.of(principal.owner))) throw new Refusal(403, 'premium_required', 'This is part of the plan Pro.');
}

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
