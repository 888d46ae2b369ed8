import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, member, PASSWORD } from '../support/client.ts';
import { BEHIND_PROXIES, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('calls of one network address', () => {
  it('are refused beyond the limit on credentials before a body is read, whatever the bodies and keys are', async () => {
    const production = await startTestServer({ config: { callers: BEHIND_PROXIES } });
    const visitor = new Client(production.url);
    const from = (place: number, address = '203.0.113.7') => ({ 'x-forwarded-for': address, 'idempotency-key': `k-${place}` });
    const statuses = new Set<number>();
    for (let place = 0; place < 300; place += 1) statuses.add((await visitor.post('/api/auth/signup', { odd: 1 }, from(place))).status);
    expect([...statuses]).toEqual([422]);

    const refused = await new Promise<number>((resolve, reject) => {
      const headers = { ...from(300), 'content-type': 'application/json', 'content-length': 1_000_000 };
      // The body never arrives, so reading it first would wait for ever.
      const asked = request(`${production.url}/api/auth/signup`, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode ?? 0);
        asked.destroy();
      });
      asked.on('error', reject);
      asked.flushHeaders();
    });
    expect(refused).toBe(429);
    expect((await visitor.post('/api/auth/signup', { odd: 1 }, from(301))).headers.get('retry-after')).not.toBeNull();
    expect((await visitor.post('/api/auth/signup', { odd: 1 }, from(302, '203.0.113.8'))).status).toBe(422);
    await production.dispose();
  });
});

describe('a body of JSON', () => {
  const names = (count: number): string => `{${Array.from({ length: count }, (_, place) => `"${place.toString(36)}":1`).join()}}`;
  const lists = (depth: number): string => `{"title":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const tags = (count: number): string => `{"title":"a","tags":[${'1,'.repeat(count - 1)}1]}`;
  const long = Array.from({ length: 30 }, (_, place) => `"${'\\u0001'.repeat(5_000)}${place}":1`);
  let made = 0;

  it.each([
    ['nested 5,000 deep', lists(5_000), 400],
    ['nested 33 deep', lists(33), 400],
    ['nested 32 deep', lists(32), 422],
    ['of 100,000 names', names(100_000), 400],
    ['of 1,001 names', names(1_001), 400],
    ['of 1,000 names', names(1_000), 422],
    ['of 300,000 values', tags(300_000), 400],
    ['of 20,000 values', tags(20_000), 422],
    ['with a name of a megabyte', `{"${'n'.repeat(1_000_000)}":1}`, 422],
    ['with long names of odd characters', `{${long.join()}}`, 422],
    ['with brackets and commas only inside its texts', JSON.stringify({ title: '{[":,\\"'.repeat(9_000) }), 422],
  ])('%s is refused with a short answer, also under an Idempotency-Key, and nothing is stored', async (_what, body, status) => {
    made += 1;
    const ada = await member(server, `odd${made}@example.org`);
    for (const [client, path] of [
      [new Client(server.url), '/api/auth/signup'],
      [ada, '/api/tasks'],
    ] as const) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': `odd-${made}` };
      const [first, again] = [await client.post(path, body, headers), await client.post(path, body, headers)];
      expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([status, status, null]);
      expect(Object.values(first.body.errors ?? {}).flat().length).toBeLessThanOrEqual(20);
      expect(Buffer.byteLength(first.text)).toBeLessThanOrEqual(65_536);
    }
    expect((await ada.get('/api/tasks')).body).toEqual([]);
    expect(server.faults).toEqual([]);
  });
});

describe('an answer that is kept under an Idempotency-Key', () => {
  const kept = (key: string) => server.app.answers.keptAnswer('address:127.0.0.1', key);
  const signUp = (email: string, key: string) =>
    new Client(server.url).post(
      '/api/auth/signup',
      { email, password: PASSWORD, full_name: 'Ida', timezone: 'UTC' },
      { 'idempotency-key': key },
    );

  it('is deleted with the account if it answers its sign-up or a later sign-up of the same address', async () => {
    const email = 'ida@example.org';
    await signUp(email, 'before');
    const ida = await member(server, email);
    await signUp(email, 'after');
    await signUp('other@example.org', 'other');
    expect(await Promise.all(['before', 'after', 'other'].map(kept))).not.toContain(null);
    expect((await ida.delete('/api/settings/account')).status).toBe(200);
    expect(await Promise.all(['before', 'after'].map(kept))).toEqual([null, null]);
    expect(await kept('other')).not.toBeNull();
  });

  it('is not stored for a user who was deleted while the answer was made', async () => {
    const { keys, answers } = server.app;
    const email = 'gone@example.org';
    const keepAnswer = answers.keepAnswer.bind(answers);
    const ways = answers as { keepAnswer: typeof keepAnswer };
    ways.keepAnswer = async (scope, key, answer, about) => {
      await keys.destroyKey(about as string);
      await keepAnswer(scope, key, answer, about);
    };
    await signUp(email, 'late');
    ways.keepAnswer = keepAnswer;
    expect(await kept('late')).toBeNull();
  });

  it('contains no session, so that a repeated request cannot get one', async () => {
    await member(server, 'eve@example.org');
    const signin = async (password: string) => {
      const visitor = new Client(server.url);
      const answer = await visitor.post('/api/auth/signin', { email: 'eve@example.org', password }, { 'idempotency-key': 'signin' });
      return { visitor, answer };
    };
    expect((await signin('not the one')).answer.status).toBe(401);
    const [first, second] = [await signin(PASSWORD), await signin(PASSWORD)];
    expect([first.answer.status, second.answer.status]).toEqual([200, 200]);
    expect(second.answer.headers.get('idempotency-replayed')).toBe(null);
    expect(second.visitor.cookie).not.toBe(first.visitor.cookie);
    expect((await second.visitor.get('/api/auth/user')).status).toBe(200);
  });

  it('gives no session, even if an earlier version stored one', async () => {
    const ada = await member(server, 'ada@example.org');
    const { answers } = server.app;
    const key = { 'idempotency-key': 'old' };
    const signin = () => new Client(server.url).post('/api/auth/signin', { email: 'ada@example.org', password: PASSWORD }, key);
    await signin();
    expect(await kept('old')).toBeNull();
    const old = { fingerprint: 'f', status: 200, headers: {}, body: '["{}","vouch_session=old"]', expires_at: '2100-01-01T00:00:00.000Z' };
    await answers.keepAnswer('address:127.0.0.1', 'old', old);
    const again = await signin();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(ada.cookie).toBeDefined();
  });
});
