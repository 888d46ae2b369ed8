import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { StoreFull, StoreUnavailable, withAppend } from '../../src/domain/kernel/event-store.ts';
import { Client, member, requestedMails } from '../support/client.ts';
import { BEHIND_PROXIES, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let failure: Error | null = null;
let unread: Error | null = null;
afterEach(async () => {
  [failure, unread] = [null, null];
  await server.dispose();
});

const failing = (app: App): App => {
  const { store } = app;
  const append: typeof store.append = (...args) => (failure ? Promise.reject(failure) : store.append(...args));
  return {
    ...app,
    store: withAppend(store, append),
    waitForReadModels: (position, options) =>
      unread && options?.readersWait ? Promise.reject(unread) : app.waitForReadModels(position, options),
  };
};
const start = async (): Promise<Client> => {
  server = await startTestServer({ wrap: failing });
  return member(server);
};

describe('a store that cannot write', () => {
  it.each([
    [new StoreUnavailable('secret words'), 503, 'unavailable'],
    [new StoreFull('secret words'), 507, 'storage_full'],
    [new Error('secret words'), 500, 'internal'],
  ] as const)(
    'answers %s, stores nothing under the key, and the same request works once the store has recovered',
    async (error, status, code) => {
      const ada = await start();
      const once = { 'idempotency-key': 'k' };
      const head = await server.app.store.head();
      failure = error;
      const refused = await ada.post('/api/tasks', { title: 'Later' }, once);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
      expect(refused.text).not.toContain('secret words');
      expect(await server.app.store.head()).toBe(head);
      failure = null;
      const made = await ada.post('/api/tasks', { title: 'Later' }, once);
      expect([made.status, made.headers.get('idempotency-replayed')]).toEqual([201, null]);
      expect((await ada.get('/api/tasks')).body).toHaveLength(1);
    },
  );

  it('sends one mail if a sign-up is refused because a read model is missing and is then repeated', async () => {
    await start();
    const anyone = new Client(server.url);
    const [bob, ada] = ['bob@example.org', 'ada@example.org'];
    for (const email of [bob, ada]) {
      const signUp = () =>
        anyone.post(
          '/api/auth/signup',
          { email, password: 'a plain stone bridge', full_name: 'B', timezone: 'Europe/Berlin' },
          { 'idempotency-key': email },
        );
      const before = (await requestedMails(server.app)).length;
      unread = new StoreUnavailable('behind');
      expect((await signUp()).status).toBe(503);
      unread = null;
      expect((await signUp()).status).toBe(201);
      await server.http.drain();
      expect((await requestedMails(server.app)).length - before).toBe(1);
    }
  });

  it('keeps a link valid that could not be used, and leaves no session behind', async () => {
    await start();
    const anyone = new Client(server.url);
    await anyone.post('/api/auth/forgot', { email: 'ada@example.org' });
    await server.http.drain();
    const token = (await requestedMails(server.app)).at(-1)?.token;
    const fields = { token, password: 'another stone bridge' };
    failure = new StoreUnavailable('gone');
    const refused = await anyone.post('/api/auth/reset', fields);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([503, []]);
    failure = null;
    expect((await anyone.post('/api/auth/reset', fields)).status).toBe(200);
  });
});

describe('a session that is due to be renewed', () => {
  it('can still read while the disk is full', async () => {
    let isFull = false;
    const full = (app: App): App => {
      const only = new Set<PropertyKey>(['session']);
      const sessions = new Proxy(app.sessions, {
        get: (target, name) =>
          isFull && !only.has(name)
            ? () => Promise.reject(new StoreFull('There is no room.'))
            : (Reflect.get(target, name) as () => unknown).bind(target),
      });
      return { ...app, sessions };
    };
    server = await startTestServer({ wrap: full });
    const ada = await member(server);
    server.stores.clock.advance('PT48H');
    isFull = true;
    const read = await ada.get('/api/tasks');
    expect([read.status, read.headers.getSetCookie()]).toEqual([200, []]);
    isFull = false;
    const renewed = (await ada.get('/api/tasks')).headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(renewed).toEqual(['vouch_session', 'vouch_known']);
  });
});

describe('a program behind https', () => {
  it('is served only at its public address, and browsers are told to stay with https', async () => {
    server = await startTestServer({ config: { publicUrl: 'https://vouch.example', callers: BEHIND_PROXIES } });
    const ask = (host: string, origin?: string): Promise<{ status: number; hsts: string }> =>
      new Promise((resolve, reject) => {
        const { port } = new URL(server.url);
        const body = JSON.stringify({ email: 'a@example.org', password: 'x' });
        const headers = { host, 'content-type': 'application/json', 'content-length': String(body.length), ...(origin && { origin }) };
        request({ host: '127.0.0.1', port, path: '/api/auth/signin', method: 'POST', headers }, (response) => {
          response.resume();
          resolve({
            status: response.statusCode as number,
            hsts: String(response.headers['strict-transport-security']),
          });
        })
          .on('error', reject)
          .end(body);
      });
    expect((await ask(new URL(server.url).host)).status).toBe(421);
    expect(await ask('vouch.example', 'https://vouch.example')).toMatchObject({ status: 401, hsts: expect.stringContaining('max-age=') });
    expect((await ask('vouch.example', server.url)).status).toBe(403);
  });
});
