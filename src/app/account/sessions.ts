import { sessionDecider } from '../../domain/account/decide.ts';
import { type SessionStarted, sessionStream } from '../../domain/account/session-events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { Context } from '../../domain/kernel/handle.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { StoredSession } from '../../ports/sessions.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';

/** How long a session lasts from its last use. */
const SESSION_LIFETIME = 30 * DAY_MS;

export const asUser = (userId: string, correlationId: string): Context => ({
  owner: userId,
  actor: { kind: 'user', id: userId },
  correlationId,
  causationId: null,
});

export interface Started {
  readonly session: StoredSession;
  readonly position: Position;
}

export async function startSession(app: App, userId: string, how: SessionStarted['data']['how'], correlationId: string): Promise<Started> {
  const now = app.clock.now();
  const session = { id: app.newId(), user_id: userId, created_at: now, expires_at: later(now, SESSION_LIFETIME) };
  await app.sessions.putSession(session);
  try {
    const handled = await handle(app, sessionDecider, sessionStream(session.id), { type: 'Start', how }, asUser(userId, correlationId));
    return { session, position: handled.position as Position };
  } catch (error) {
    await app.sessions.endSession(session.id);
    throw error;
  }
}

/** Ends a session at once, and records it in the log afterwards. */
export async function endSession(app: App, session: StoredSession, correlationId: string): Promise<Position | null> {
  await app.sessions.endSession(session.id);
  const context = asUser(session.user_id, correlationId);
  return (await handle(app, sessionDecider, sessionStream(session.id), { type: 'End' }, context)).position;
}

/** Extends a session that is used; written at most once a day. Null when it needs no extension yet. */
export async function renewSession(app: Pick<App, 'sessions' | 'clock'>, session: StoredSession): Promise<StoredSession | null> {
  const now = app.clock.now();
  if (Date.parse(session.expires_at) - Date.parse(now) > SESSION_LIFETIME - DAY_MS) return null;
  const expires_at = later(now, SESSION_LIFETIME);
  const renewed = { ...session, expires_at };
  await app.sessions.putSession(renewed);
  return renewed;
}
