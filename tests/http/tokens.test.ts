import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPersonalToken, personalToken } from '../../src/contracts/token.ts';
import { fingerprint } from '../../src/http/kernel/idempotency.ts';
import { deletedTokenEnds } from '../../src/reactors/account.ts';
import { Client, member } from '../support/client.ts';
import { tracesOf } from '../support/file-samples.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let number = 0;

beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
});
afterAll(() => server.dispose());

/** Another user, without tokens. */
const another = () => {
  number += 1;
  return member(server, `user-${number}@example.org`);
};
const wanted = { name: 'Status bar', scopes: ['tasks:read'], expires_at: null };
const make = async (client: Client, more: object = {}) =>
  newPersonalToken.parse((await client.post('/api/tokens', { ...wanted, ...more })).body);
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
const program = () => new Client(server.url);
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];

describe('a personal token', () => {
  test('is shown once, and only its hash is stored', async () => {
    const { status, body, headers } = await ada.post('/api/tokens', { ...wanted, scopes: ['reports:read', 'tasks:read', 'tasks:read'] });
    const { token, ...listed } = newPersonalToken.parse(body);
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([201, `/api/tokens/${listed.id}`, 'no-store']);
    expect(token).toMatch(/^vouch_[A-Za-z0-9_-]{43}$/);
    expect(listed).toMatchObject({ name: 'Status bar', scopes: ['tasks:read', 'reports:read'], last_used_at: null, expires_at: null });
    expect((await ada.get('/api/tokens')).body).toEqual([listed]);
    expect(tracesOf(server.stores.dataDir, [token, 'Status bar'])).toEqual([]);
    await ada.delete(`/api/tokens/${listed.id}`);
  });

  test('is not given again under its Idempotency-Key, and stays deleted', async () => {
    const bob = await another();
    const once = { 'idempotency-key': 'token-1' };
    const [first, second] = [await bob.post('/api/tokens', wanted, once), await bob.post('/api/tokens', wanted, once)];
    expect([first, second].map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, null],
      [201, null],
    ]);
    // It runs again: the token has a new secret, and there is one token.
    expect([second.body.id, second.body.token === first.body.token]).toEqual([first.body.id, false]);
    const statuses = async () =>
      Promise.all([first, second].map(async ({ body }) => (await program().get('/api/tasks', withToken(body.token))).status));
    expect(await statuses()).toEqual([401, 200]);
    await bob.delete(`/api/tokens/${first.body.id}`);
    const after = await bob.post('/api/tokens', wanted, once);
    expect([after.status, after.body.id === first.body.id]).toEqual([201, false]);
    expect([...(await statuses()), (await program().get('/api/tasks', withToken(after.body.token))).status]).toEqual([401, 401, 200]);
  });

  test('that an earlier version stored with its answer is not given again', async () => {
    const bob = await another();
    const owner = (await bob.get('/api/auth/user')).body.user.id;
    const body = JSON.stringify([JSON.stringify({ id: 'old', token: 'vouch_old' }), null]);
    const mark = fingerprint('/api/tokens', wanted);
    const old = { fingerprint: mark, status: 201, headers: {}, body, expires_at: '2100-01-01T00:00:00.000Z' };
    await server.app.answers.keepAnswer(owner, 'token-2', old);
    const { status, body: made } = await bob.post('/api/tokens', wanted, { 'idempotency-key': 'token-2' });
    expect([status, made.token]).toEqual([201, expect.stringMatching(/^vouch_.{43}$/)]);
  });

  test('is refused with all faults of the fields, and with 422 for an end in the past', async () => {
    const { status, body } = await ada.post('/api/tokens', { name: ' ', scopes: ['everything'], expires_at: 'tomorrow', more: 1 });
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, ['expires_at', 'more', 'name', 'scopes']]);
    expect((await ada.post('/api/tokens', { ...wanted, scopes: [] })).body.errors).toEqual({ scopes: ['Choose at least one scope.'] });
    const past = await ada.post('/api/tokens', { ...wanted, name: '', expires_at: server.stores.clock.now() });
    expect(past.body.errors).toEqual({ name: ['Name is required.'], expires_at: ['This instant is over already.'] });
  });

  test('can use the calls of its scopes and no others, with the rate limit in the headers', async () => {
    const bob = await another();
    const { token } = await make(bob, { scopes: ['tasks:read', 'tasks:write'] });
    const made = await program().post('/api/tasks', { title: 'Made by a program' }, withToken(token));
    expect([made.status, (await bob.get(`/api/tasks/${made.body.id}`)).body.title]).toEqual([201, 'Made by a program']);
    const listed = await program().get('/api/tasks', withToken(token));
    expect(listed.body).toHaveLength(1);
    const limits = ['limit', 'remaining', 'policy'].map((name) => listed.headers.get(`ratelimit-${name}`));
    expect([...limits, listed.headers.getSetCookie()]).toEqual(['120', '118', '120;w=60', []]);
    const refused = await program().get('/api/reports/weekly', withToken(token));
    expect(statusAndCode(refused)).toEqual([403, 'scope_required']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="reports:read"');
    expect((await bob.get('/api/tasks')).headers.get('ratelimit-limit'), 'who is signed in is not a program').toBeNull();
  });

  test('cannot use calls of sign-in, tokens, plans, export and deletion, whatever its scopes are', async () => {
    const bob = await another();
    const { token, id } = await make(bob, {
      scopes: ['tasks:read', 'tasks:write', 'proof:write', 'reports:read', 'settings:read', 'settings:write'],
    });
    const { body } = await program().get('/api/openapi.json');
    const closed = Object.entries(body.paths as Record<string, Record<string, Record<string, string[]>>>).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, one]) => one['x-scopes']?.length === 0)
        .map(([method]) => ({ method: method.toUpperCase(), path })),
    );
    const named = closed.map(({ path }) => path);
    expect(named).toEqual(
      expect.arrayContaining(['/api/tokens', '/api/auth/password', '/api/settings/account', '/api/settings/subscription']),
    );
    expect(
      named.filter((path) => !/^\/api\/(auth|tokens|settings\/(account|subscription)|subscriptions|oauth|contact-sales)/.test(path)),
    ).toEqual([]);
    for (const { method, path } of closed) {
      const answer = await program().send(method, path.replaceAll(/\{\w+\}/g, id), undefined, withToken(token));
      expect([path, ...statusAndCode(answer)]).toEqual([path, 403, 'scope_required']);
    }
    expect((await bob.get('/api/tokens')).body).toHaveLength(1);
  });

  test('can be created by the browser’s session only, not by an access token', async () => {
    const { access_token } = (await ada.get('/api/auth/session')).body.session;
    expect(statusAndCode(await program().post('/api/tokens', wanted, withToken(access_token)))).toEqual([403, 'cookie_needed']);
    expect((await program().get('/api/tokens', withToken(access_token))).status).toBe(200);
    expect(statusAndCode(await program().get('/api/tokens'))).toEqual([401, 'unauthenticated']);
  });

  test('shows to the minute when it was used last, and expires at its end', async () => {
    const bob = await another();
    const now = server.stores.clock.now();
    const expires_at = new Date(Date.parse(now) + 3_600_000).toISOString();
    const { token } = await make(bob, { expires_at });
    const lastUse = async () => personalToken.parse((await bob.get('/api/tokens')).body[0]).last_used_at;
    const use = async () => (await program().get('/api/tasks', withToken(token))).status;
    expect([await lastUse(), await use(), await lastUse()]).toEqual([null, 200, now]);
    server.stores.clock.advance('PT59S');
    expect([await use(), await lastUse()]).toEqual([200, now]);
    server.stores.clock.advance('PT1S');
    expect([await use(), await lastUse()]).toEqual([200, server.stores.clock.now()]);
    server.stores.clock.set(expires_at);
    expect(statusAndCode(await program().get('/api/tasks', withToken(token)))).toEqual([401, 'unauthenticated']);
    expect((await bob.get('/api/tokens')).body).toMatchObject([{ expires_at }]);
  });

  test('is refused once it is deleted, even if the program ended during the deletion, and other tokens stay', async () => {
    const [bob, eve] = [await another(), await another()];
    const [{ token, id }, other] = [await make(bob), await make(bob)];
    expect(statusAndCode(await eve.delete(`/api/tokens/${id}`))).toEqual([404, 'not_found']);
    expect((await bob.delete(`/api/tokens/${id}`)).status).toBe(204);
    expect(statusAndCode(await bob.delete(`/api/tokens/${id}`))).toEqual([404, 'not_found']);
    expect(
      [await program().get('/api/tasks', withToken(token)), await program().get('/api/tasks', withToken(other.token))].map(
        ({ status }) => status,
      ),
    ).toEqual([401, 200]);
    expect((await bob.get('/api/tokens')).body.map((one: { id: string }) => one.id)).toEqual([other.id]);

    const owner = (await bob.get('/api/auth/user')).body.user.id;
    const events = await server.app.store.readStream(`tokens-${owner}`);
    await server.app.personalTokens.putPersonalToken({
      ...{ id, token_hash: 'left behind', user_id: owner, scopes: [], expires_at: null, last_used_at: null },
    });
    for (const event of events.filter(({ type }) => deletedTokenEnds.events.includes(type)))
      await deletedTokenEnds.react(event, server.app);
    expect(await server.app.personalTokens.personalToken('left behind')).toBeNull();
    const said = (await bob.get('/api/reports/history?type=account')).body.map((one: { label: string; detail: string }) => one.detail);
    expect(said).toEqual(expect.arrayContaining(['‘Status bar’. It allows tasks:read.', '‘Status bar’.']));
  });

  test('is limited to two in the plan Free, also for simultaneous requests', async () => {
    const bob = await another();
    const answers = await Promise.all(Array.from({ length: 5 }, () => bob.post('/api/tokens', wanted)));
    expect(answers.map(statusAndCode).sort()).toEqual([[201, undefined], [201, undefined], ...Array(3).fill([409, 'limit_reached'])]);
  });

  test('may call 120 times a minute in the plan Free, together with all tokens of its account', async () => {
    const bob = await another();
    const [one, two] = [await make(bob), await make(bob)];
    const call = (token: string) => program().get('/api/tasks?limit=1', withToken(token));
    for (let calls = 0; calls < 12; calls += 1)
      await Promise.all(Array.from({ length: 10 }, (_, index) => call([one, two][index % 2]?.token ?? '')));
    const refused = await call(two.token);
    expect(statusAndCode(refused)).toEqual([429, 'rate_limited']);
    const told = ['ratelimit-remaining', 'ratelimit-limit', 'retry-after'].map((name) => Number(refused.headers.get(name)));
    expect(told.slice(0, 2)).toEqual([0, 120]);
    expect(told[2]).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-reset')).toBe(String(told[2]));
    expect((await bob.get('/api/tasks')).status).toBe(200);
  });
});
