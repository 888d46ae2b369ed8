import { expect, test } from 'vitest';
import { createSessions } from '../../../src/http/kernel/session.ts';
import type { StoredSession } from '../../../src/ports/sessions.ts';

const session: StoredSession = { id: 's1', user_id: 'ada', created_at: '2026-11-20T16:00:00.000Z', expires_at: '2026-12-20T16:00:00.000Z' };
const app = {
  hashes: { keyed: () => 'signature' },
  clock: { now: () => session.created_at },
  sessions: { session: async (id: string) => (id === session.id ? session : null) },
} as unknown as Parameters<typeof createSessions>[0];
const asked = (cookie: string) => ({ headers: { cookie } }) as Parameters<ReturnType<typeof createSessions>['of']>[0];

test('over https the cookie has the prefix of its host and is sent over https alone', async () => {
  const secure = createSessions(app, true);
  expect(secure.cookie(session)).toBe('__Host-vouch_session=s1.signature; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure');
  expect(await secure.of(asked('__Host-vouch_session=s1.signature'))).toEqual({ session, by: 'cookie' });
  expect(await secure.of(asked('vouch_session=s1.signature'))).toBeNull();
});

test('over plain http it has neither', async () => {
  const plain = createSessions(app, false);
  expect(plain.cookie(session)).toBe('vouch_session=s1.signature; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax');
  expect(await plain.of(asked('vouch_session=s1.signature'))).toEqual({ session, by: 'cookie' });
});
