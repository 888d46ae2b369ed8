import type { Caller } from '../../app/caller.ts';
import { type Means, SCOPES, type Scope } from '../../contracts/access.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { StoredSession } from '../../ports/sessions.ts';

/** Who asks: whose things, who acts on them, how that was shown, and what it allows. */
export interface Principal {
  /** The user whose things are asked for. */
  readonly owner: string;
  /** Who acts, as the events name them. */
  readonly actor: Actor;
  readonly means: Means;
  /** What may be asked for. Only a personal token has fewer than all of an owner's. */
  readonly scopes: readonly Scope[];
  /** The session behind `session` and `access_token`; null for the other means. */
  readonly session: StoredSession | null;
}

/** Somebody who is signed in, at their own things: nothing is kept from them. */
export const signedInPrincipal = (session: StoredSession, means: 'session' | 'access_token'): Principal => ({
  owner: session.user_id,
  actor: { kind: 'user', id: session.user_id },
  means,
  scopes: SCOPES,
  session,
});

/** A partner who opened the link of a message: at the things of the owner who invited them, by no scope of the owner's. */
export const partnerPrincipal = (owner: string, partnerId: string): Principal => ({
  owner,
  actor: { kind: 'partner', id: partnerId },
  means: 'partner_link',
  scopes: [],
  session: null,
});

/** For whom, by whom and why a use case does what a call asks for. */
export const callerOf = ({
  principal: { owner, actor },
  correlationId,
}: {
  readonly principal: Principal;
  readonly correlationId: string;
}): Caller => ({ owner, actor, correlationId, causationId: null });
