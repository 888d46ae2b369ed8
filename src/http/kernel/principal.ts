import type { Caller } from '../../app/caller.ts';
import { type Means, SCOPES, type Scope } from '../../contracts/access.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { StoredPersonalToken } from '../../ports/personal-tokens.ts';
import type { StoredSession } from '../../ports/sessions.ts';

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
export const tokenPrincipal = ({ user_id, scopes }: StoredPersonalToken): Principal => ({
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
