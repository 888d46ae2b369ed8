import { accountDecider, sessionDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { type SessionEnded, SessionStarted, sessionStream } from '../../domain/account/session-events.ts';
import type { Account } from '../../domain/account/state.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { Context } from '../../domain/kernel/handle.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import type { StoredSession } from '../../ports/sessions.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { withAccountLock } from './account-lock.ts';
import { NotAuthentic } from './not-authentic.ts';

/** How long a session lasts from its last use. */
const SESSION_LIFETIME = 30 * DAY_MS;

export const asUser = (userId: string, correlationId: string): Context => ({
  owner: userId,
  actor: { kind: 'user', id: userId },
  correlationId,
  causationId: null,
});

/** Somebody who has just been signed in. */
export interface SignedIn {
  readonly session: StoredSession;
  /** Of the last event written. */
  readonly position: Position;
  readonly userId: string;
  readonly account: Account;
}

/** Somebody has shown who they are, and gets a session. */
export interface Entry {
  readonly userId: string;
  readonly how: SessionStarted['data']['how'];
  readonly correlationId: string;
  /** The password's hash, as it was verified or set. Left out where no password was given. */
  readonly passwordHash?: string | undefined;
  /** Nobody has signed in to the account in this browser before. */
  readonly isNewDevice?: boolean;
}

/** Tells whether somebody has signed in to an account in the browser at hand before. */
export type IsKnown = (userId: string) => Promise<boolean>;

/**
 * Starts a session. It is stored before it is checked that what opened it is still good, so that a new password or a deletion
 * at the same time either finds the session and ends it, or is found here.
 * @throws NotAuthentic if the password was changed or the account deleted meanwhile
 */
export function startSession(app: App, { userId, how, correlationId, passwordHash, isNewDevice = false }: Entry): Promise<SignedIn> {
  return withAccountLock(app, userId, async () => {
    const now = app.clock.now();
    const session = { id: app.newId(), user_id: userId, created_at: now, expires_at: later(now, SESSION_LIFETIME) };
    await app.sessions.putSession(session);
    try {
      const account = await readState(app.store, accountDecider, accountStream(userId));
      const isGood = passwordHash === undefined || (await app.credentials.password(userId)) === passwordHash;
      if (account.status !== 'confirmed' || !isGood) throw new NotAuthentic('invalid_credentials');
      const start = { type: 'Start', how, isNewDevice } as const;
      const handled = await handle(app, sessionDecider, sessionStream(session.id), start, asUser(userId, correlationId));
      return { session, position: handled.position as Position, userId, account };
    } catch (error) {
      await app.sessions.endSession(session.id);
      throw error;
    }
  });
}

/** Ends a session at once, and records it in the log afterwards. */
export async function endSession(
  app: App,
  session: StoredSession,
  correlationId: string,
  how: SessionEnded['data']['how'] = 'signout',
): Promise<Position | null> {
  await app.sessions.endSession(session.id);
  const context = asUser(session.user_id, correlationId);
  return (await handle(app, sessionDecider, sessionStream(session.id), { type: 'End', how }, context)).position;
}

/**
 * Extends a session that is used; written at most once a day. Gives the session as it is then, the same one where it needs no
 * extension yet. Null: it was ended since it was read.
 */
export async function renewSession(app: Pick<App, 'sessions' | 'clock'>, session: StoredSession): Promise<StoredSession | null> {
  const now = app.clock.now();
  if (Date.parse(session.expires_at) - Date.parse(now) > SESSION_LIFETIME - DAY_MS) return session;
  const expires_at = later(now, SESSION_LIFETIME);
  return (await app.sessions.renewSession(session.id, expires_at)) ? { ...session, expires_at } : null;
}

/** How a session was started; null: it is not known. */
export async function signInOf({ store }: Pick<App, 'store'>, sessionId: string): Promise<SessionStarted['data']['how'] | null> {
  const [started] = await store.readStream(sessionStream(sessionId), 0, 1);
  return started !== undefined && isEvent(started, SessionStarted) ? started.data.how : null;
}
