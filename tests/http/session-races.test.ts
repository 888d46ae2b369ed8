import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSession } from '../../src/app/account/sessions.ts';
import type { App } from '../../src/app/app.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { Client, member, PASSWORD, requestedMails } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const EMAIL = 'ada@example.org';
const NEXT = 'another stone bridge';

/** Writes of one session wait here until they are let through. */
let held: { readonly id: string; readonly reached: () => void; readonly gate: Promise<void> } | null = null;

async function waitAtGate(id: string): Promise<void> {
  if (held?.id !== id) return;
  held.reached();
  await held.gate;
}

const withGate = (app: App): App => ({
  ...app,
  sessions: {
    ...app.sessions,
    putSession: async (session) => {
      await waitAtGate(session.id);
      return app.sessions.putSession(session);
    },
    renewSession: async (id, expiresAt) => {
      await waitAtGate(id);
      return app.sessions.renewSession(id, expiresAt);
    },
  },
});

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ wrap: withGate });
});
afterEach(async () => {
  held = null;
  await server.dispose();
});

const sessionIdOf = (client: Client): string => /=([^.]+)\./.exec(client.cookie as string)?.[1] as string;
const signIn = async (password = PASSWORD): Promise<Client> => {
  const client = new Client(server.url);
  const { status, text } = await client.post('/api/auth/signin', { email: EMAIL, password });
  if (status !== 200) throw new Error(text);
  return client;
};

type Ending = (client: Client) => Promise<{ readonly status: number }>;
const ENDINGS: readonly (readonly [string, Ending, number])[] = [
  ['signing out everywhere', (client) => client.post('/api/auth/signout', { everywhere: true }), 204],
  ['a new password', (client) => client.post('/api/auth/password', { current_password: PASSWORD, new_password: NEXT }), 200],
  ['the deletion of the account', (client) => client.delete('/api/settings/account'), 200],
  [
    'a password by link',
    async (client) => {
      await client.post('/api/auth/forgot', { email: EMAIL });
      await server.http.drain();
      const link = (await requestedMails(server.app)).findLast(({ kind }) => kind === 'password_reset');
      return new Client(server.url).post('/api/auth/reset', { token: link?.token, password: NEXT });
    },
    200,
  ],
];

describe('a request of a session that is renewed while the session ends', () => {
  test.each(ENDINGS)('does not bring the session back: %s', async (_what, end, status) => {
    await member(server);
    const old = await signIn();
    server.stores.clock.advance('PT48H');
    const here = await signIn();
    const id = sessionIdOf(old);
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    held = { id, reached: reached.resolve, gate: gate.promise };
    const asked = new Client(server.url).get('/api/auth/user', { cookie: old.cookie as string });
    await reached.promise;
    expect((await end(here)).status).toBe(status);
    gate.resolve();
    const answer = await asked;
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    expect(await server.stores.vault.session(id)).toBeNull();
    expect((await new Client(server.url).get('/api/auth/user', { cookie: old.cookie as string })).status).toBe(401);
  });
});

describe('a session that is about to start', () => {
  const entry = (userId: string) => ({ userId, how: 'signin', correlationId: server.app.newId() }) as const;
  const starts = async () => (await server.app.store.readAll(START, 10_000)).filter(({ type }) => type === 'SessionStarted').length;

  test('does not start with a password that was replaced after it was verified', async () => {
    const ada = await member(server);
    const userId = (await ada.get('/api/auth/user')).body.user.id as string;
    const verified = (await server.app.credentials.password(userId)) as string;
    await ada.post('/api/auth/password', { current_password: PASSWORD, new_password: NEXT });
    const before = await starts();
    const stored: string[] = [];
    const putSession: App['sessions']['putSession'] = async (session) => {
      stored.push(session.id);
      await server.app.sessions.putSession(session);
    };
    const app: App = { ...server.app, sessions: { ...server.app.sessions, putSession } };
    await expect(startSession(app, { ...entry(userId), passwordHash: verified })).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(stored).toHaveLength(1);
    expect([await server.stores.vault.session(stored[0] as string), await starts()]).toEqual([null, before]);
  });

  test('does not start for an account that was deleted meanwhile', async () => {
    const ada = await member(server);
    const userId = (await ada.get('/api/auth/user')).body.user.id as string;
    const before = await starts();
    await ada.delete('/api/settings/account');
    await expect(startSession(server.app, entry(userId))).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await starts()).toBe(before);
  });

  test('with the old password does not exist after a new one was set at the same time', async () => {
    await member(server);
    const passwords = [PASSWORD, NEXT, 'a third plain stone bridge'];
    let here = await signIn();
    for (const [round, next] of passwords.slice(1).entries()) {
      const old = passwords[round] as string;
      const visitors = Array.from({ length: 6 }, () => new Client(server.url));
      const signing = visitors.map((visitor) => visitor.post('/api/auth/signin', { email: EMAIL, password: old }));
      const changed = await here.post('/api/auth/password', { current_password: old, new_password: next });
      expect(changed.status).toBe(200);
      for (const { status } of await Promise.all(signing)) expect([200, 401]).toContain(status);
      const alive = await Promise.all(visitors.map((visitor) => visitor.get('/api/auth/user')));
      expect(alive.map(({ status }) => status)).toEqual(Array(6).fill(401));
      expect((await here.get('/api/auth/user')).status).toBe(200);
      here = await signIn(next);
    }
  });

  test('keeps one of two passwords that are set at the same time; the other request is refused because its present password is wrong', async () => {
    await member(server);
    const [one, two] = [await signIn(), await signIn()];
    const change = (client: Client, new_password: string) =>
      client.post('/api/auth/password', { current_password: PASSWORD, new_password });
    const answers = await Promise.all([change(one, NEXT), change(two, 'a third plain stone bridge')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const alive = await Promise.all([one, two].map((client) => client.get('/api/auth/user')));
    expect(alive.map(({ status }) => status)).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
  });
});
