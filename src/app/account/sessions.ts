import { accountDecider, sessionDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { type SessionEnded, SessionStarted, sessionStream } from '../../domain/account/sign-in-events.ts';
import type { Account } from '../../domain/account/state.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { type Context, handle } from '../../domain/kernel/handle.ts';
import { required } from '../../domain/kernel/records.ts';
import type { StoredSession } from '../../ports/tokens.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { readersLocale } from '../locale.ts';
import { withAccountLock } from './account-lookup.ts';

type Code = 'invalid_credentials' | 'token_invalid' | 'password_needed';

const SENTENCES: Readonly<Record<Code, string>> = {
  invalid_credentials: 'Email or password is wrong.',
  token_invalid: 'This link has expired or was used already. Ask for a new one.',
  password_needed: 'Enter the password that you chose when you signed up.',
};

export class NotAuthentic extends Error {
  override readonly name = 'NotAuthentic';
  readonly code: Code;
  constructor(code: Code) {
    super(SENTENCES[code]);
    this.code = code;
  }
}

/** A session ends this long after its last use. */
const SESSION_LIFETIME = 30 * DAY_MS;

export const asUser = (userId: string, correlationId: string): Context => ({
  owner: userId,
  actor: { kind: 'user', id: userId },
  correlationId,
  causationId: null,
});

export interface SignedIn {
  readonly session: StoredSession;
  readonly position: Position;
  readonly userId: string;
  readonly account: Account;
}

/** A person whose identity was verified and who gets a session. */
export interface Entry {
  readonly userId: string;
  readonly how: SessionStarted['data']['how'];
  readonly correlationId: string;
  /** The hash of the password that was verified or set. Left out if there was no password. */
  readonly passwordHash?: string | undefined;
  /** Nobody has signed in to the account in this browser before. */
  readonly isNewDevice?: boolean;
}

/** Whether somebody has signed in to this account in the browser of this request before. */
export type IsKnown = (userId: string) => Promise<boolean>;

/**
 * Starts a session. It stores the session first and then checks that the password and the account are still valid. So a simultaneous change
 * of password or deletion either finds the session and ends it, or is found by this check.
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
      const start = { type: 'Start', how, isNewDevice, locale: readersLocale() } as const;
      const handled = await handle(app, sessionDecider, sessionStream(session.id), start, asUser(userId, correlationId));
      return { session, position: required(handled.position, 'position of the start of a session'), userId, account };
    } catch (error) {
      await app.sessions.endSession(session.id);
      throw error;
    }
  });
}

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

/** The instant from which the next use of the session extends it. */
export const renewalDueAt = ({ expires_at }: StoredSession): string => later(expires_at, DAY_MS - SESSION_LIFETIME);

/**
 * Extends a session that is used; it is written at most once a day. Returns the extended session, or the same one if it needs no extension
 * yet. Null: the session has ended since it was read.
 */
export async function renewSession(app: Pick<App, 'sessions' | 'clock'>, session: StoredSession): Promise<StoredSession | null> {
  const now = app.clock.now();
  if (now < renewalDueAt(session)) return session;
  const expires_at = later(now, SESSION_LIFETIME);
  return (await app.sessions.renewSession(session.id, expires_at)) ? { ...session, expires_at } : null;
}

/** How a session was started; null: unknown. */
export async function signInOf({ store }: Pick<App, 'store'>, sessionId: string): Promise<SessionStarted['data']['how'] | null> {
  const [started] = await store.readStream(sessionStream(sessionId), 0, 1);
  return started !== undefined && isEvent(started, SessionStarted) ? started.data.how : null;
}
