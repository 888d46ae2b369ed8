import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADS_A_DAY, succeedLedger } from '../../src/app/ledger/heads.ts';
import { rotateSigningKey } from '../../src/app/ledger/signing.ts';
import { canonical } from '../../src/contracts/ledger/canonical-json.ts';
import { type Head, head as headSchema, signerOf } from '../../src/contracts/ledger/head.ts';
import { isConsistent, isIncluded, PORTABLE, rootOf } from '../../src/contracts/ledger/merkle.ts';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import type { Client } from '../support/client.ts';
import { Client as Anybody, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let owner: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
  owner = (await ada.get('/api/auth/me')).body.user.id;
});
afterAll(() => server.dispose());

/** The account's events by the rule, oldest first. */
async function eventsOf(account: string): Promise<readonly Recorded[]> {
  const all = await server.stores.log.readAll(START, 100_000);
  return all.filter(({ metadata, data }) => metadata.owner === account || (data as { user_id?: unknown }).user_id === account);
}
const leafOf = ({ metadata }: Recorded): string => PORTABLE.leaf(metadata.hash);
const headOf = async (client: Client): Promise<Head> => headSchema.parse((await client.get('/api/ledger/head')).body);
const keysOf = async () => (await new Anybody(server.url).get('/.well-known/vouch-keys.json')).body;
const addTask = (client: Client, title = 'Water the plants') => client.post('/api/tasks', { title });

describe('the head of a ledger', () => {
  test('is the signed root over the hashes of all events of the account', async () => {
    await addTask(ada);
    await ada.post('/api/partners', { name: 'Grace', email: 'grace@example.org' });
    const own = await eventsOf(owner);
    const head = await headOf(ada);
    expect(head).toMatchObject({ size: own.length, root: rootOf(own.map(leafOf)) });
    expect(own.some(({ metadata }) => metadata.owner !== owner)).toBe(true);
    const { origin, keys } = await keysOf();
    expect(origin).toBe(server.url);
    expect(signerOf(head, keys)).toEqual({ key_id: head.key_id, public_key: expect.any(String), since: expect.any(String), until: null });
    expect(head).not.toHaveProperty('succeeds');
  });

  test('is signed once, until something happens', async () => {
    const first = await headOf(ada);
    const again = await Promise.all([1, 2, 3].map(() => headOf(ada)));
    expect(again).toEqual([first, first, first]);
    await addTask(ada);
    const next = await headOf(ada);
    expect([next.ledger, next.size > first.size]).toEqual([first.ledger, true]);
  });

  test('is one for each size, also when it is asked for many times at once', async () => {
    await addTask(ada);
    const heads = await Promise.all(Array.from({ length: 8 }, () => headOf(ada)));
    expect(new Set(heads.map((head) => canonical(head))).size).toBe(1);
  });

  test('is listed with all others, newest first, in pages', async () => {
    await addTask(ada);
    await headOf(ada);
    const all = (await ada.get('/api/ledger/heads')).body as Head[];
    expect(all.map(({ size }) => size)).toEqual(all.map(({ size }) => size).toSorted((a, b) => b - a));
    expect(all[0]).toEqual(await headOf(ada));
    const page = await ada.get('/api/ledger/heads?limit=1');
    const link = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect([page.body, (await ada.get(link)).body]).toEqual([[all[0]], [all[1]]]);
    const whole = await ada.get(`/api/ledger/heads?limit=${all.length}`);
    expect([whole.body.length, whole.headers.get('link')]).toEqual([all.length, null]);
  });

  test('names a ledger of this account alone', async () => {
    const eve = await member(server, 'eve@example.org');
    expect((await headOf(eve)).ledger).not.toBe((await headOf(ada)).ledger);
    expect((await eve.get('/api/ledger/heads')).body).toHaveLength(1);
  });
});

describe('the proof of an event', () => {
  test('is given for each event of the ledger, with the event as it is stored', async () => {
    await headOf(ada);
    for (const [index, stored] of (await eventsOf(owner)).entries()) {
      const { status, body } = await ada.get(`/api/audit/${stored.id}`);
      expect(status).toBe(200);
      const { position: _, ...event } = stored;
      expect(body).toMatchObject({ event, stream: stored.stream, revision: stored.revision, leaf_index: index });
      const { hash: written, ...metadata } = body.event.metadata;
      expect(hash('sha256', canonical({ ...body.event, metadata }))).toBe(body.hash);
      expect([written, body.previous_hash]).toEqual([body.hash, stored.metadata.previous_hash]);
      expect((await ada.get(`/api/ledger/inclusion?event=${stored.id}`)).body).toEqual(body.proof);
      const { root, size } = await headOf(ada);
      expect(body.proof.size).toBe(size);
      expect(isIncluded({ leaf: PORTABLE.leaf(body.hash), index, size, path: body.proof.path, root })).toBe(true);
    }
  });

  test('is under the newest head, which is signed first only if it does not hold the event', async () => {
    const before = await headOf(ada);
    const [first] = await eventsOf(owner);
    await addTask(ada);
    const newest = (await eventsOf(owner)).at(-1);
    expect((await ada.get(`/api/ledger/inclusion?event=${first?.id}`)).body.size).toBe(before.size);
    const { size } = (await ada.get(`/api/ledger/inclusion?event=${newest?.id}`)).body;
    expect(size).toBeGreaterThan(before.size);
    expect((await headOf(ada)).size).toBe(size);
  });

  test('is none for events of others, for unknown ones and without an id', async () => {
    const eve = await member(server, 'other@example.org');
    const [event] = await eventsOf(owner);
    for (const id of [event?.id, 'unknown', '00000000-0000-0000-0000-000000000000']) {
      expect((await eve.get(`/api/ledger/inclusion?event=${id}`)).status).toBe(404);
      expect((await eve.get(`/api/audit/${id}`)).status).toBe(404);
    }
    expect((await eve.get('/api/ledger/inclusion')).status).toBe(422);
    expect((await eve.get('/api/ledger/inclusion?event=')).status).toBe(422);
  });
});

describe('the consistency of two heads', () => {
  test('is proved for each pair', async () => {
    await addTask(ada);
    await headOf(ada);
    const heads = (await ada.get('/api/ledger/heads')).body as Head[];
    expect(heads.length).toBeGreaterThan(3);
    for (const to of heads)
      for (const from of heads.filter(({ size }) => size <= to.size)) {
        const { path } = (await ada.get(`/api/ledger/consistency?from=${from.size}&to=${to.size}`)).body;
        expect(isConsistent({ from, to, path })).toBe(true);
        if (from.size === to.size) expect(path).toEqual([]);
      }
  });

  test.each([
    ['of sizes without a head', 404, '?from=1&to=2'],
    ['of one size without a head', 404, '?from=1&to=1'],
    ['of an empty ledger', 404, '?from=0&to=0'],
    ['of sizes in the wrong order', 422, '?from=9&to=3'],
    ['without sizes', 422, ''],
    ['with one size', 422, '?from=3'],
    ['of what is no number', 422, '?from=a&to=3'],
    ['of what is no whole number', 422, '?from=1.5&to=3'],
    ['of less than nothing', 422, '?from=-1&to=3'],
  ])('%s is refused', async (_, status, query) => {
    expect((await ada.get(`/api/ledger/consistency${query}`)).status).toBe(status);
  });
});

describe('the calls of the ledger', () => {
  const PATHS = ['head', 'heads', 'inclusion?event=x', 'consistency?from=1&to=1'].map((path) => `/api/ledger/${path}`);

  test('need a session, or a token with reports:read', async () => {
    const tokens = await Promise.all(
      [['reports:read'], ['tasks:read']].map((scopes) => ada.post('/api/tokens', { name: 'Check', scopes, expires_at: null })),
    );
    const statuses = (headers?: Record<string, string>) =>
      Promise.all([...PATHS, '/api/audit/x'].map(async (path) => (await new Anybody(server.url).get(path, headers)).status));
    const [allowed, refused] = tokens.map(({ body }) => ({ authorization: `Bearer ${body.token}` }));
    expect(await statuses()).toEqual([401, 401, 401, 401, 401]);
    expect(await statuses(refused)).toEqual([403, 403, 403, 403, 403]);
    expect(await statuses(allowed)).toEqual([200, 200, 404, 404, 404]);
  });

  test('sign 1,000 heads a day, and after that answer the newest, or refuse what it does not hold', async () => {
    const busy = await member(server, 'busy@example.org');
    const newest = await headOf(busy);
    const { id } = (await busy.get('/api/auth/me')).body.user;
    for (let size = 1; size < HEADS_A_DAY; size += 1) await server.app.heads.keepHead(id, 99, { ...newest, size });
    await addTask(busy);
    expect(await headOf(busy)).toEqual(newest);
    const own = await eventsOf(id);
    const [held, beyond] = [own[0], own.at(-1)];
    for (const path of ['/api/ledger/inclusion?event=', '/api/audit/']) {
      expect((await busy.get(path + held?.id)).status).toBe(200);
      const refused = await busy.get(path + beyond?.id);
      expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, 'rate_limited', true]);
    }
  });
});

describe('a ledger that succeeds another', () => {
  test('has a new id, says so in its heads, and is listed before the former one', async () => {
    const bob = await member(server, 'bob@example.org');
    const former = await headOf(bob);
    const { id } = (await bob.get('/api/auth/me')).body.user;
    const at = server.app.clock.now();
    for (let times = 0; times < 2; times += 1) await succeedLedger(server.app, id, { size: 2, at, reason: 'shorter_log' });
    await addTask(bob);
    const next = await headOf(bob);
    expect(next.succeeds).toEqual({ ledger: former.ledger, size: 2, at, reason: 'shorter_log' });
    expect(next.ledger).not.toBe(former.ledger);
    expect(signerOf(next, (await keysOf()).keys)).not.toBeNull();
    expect((await bob.get('/api/ledger/heads')).body).toEqual([next, former]);
    expect((await bob.get(`/api/ledger/consistency?from=${former.size}&to=${next.size}`)).status).toBe(404);
  });
});

describe('the signing key', () => {
  test('can be changed: what the old one signed stays good, and the next head is signed by the new one', async () => {
    const before = await headOf(ada);
    const clock = { now: () => server.app.clock.now() };
    const { ended, begun } = await rotateSigningKey(server.app.signingKeys, clock.now, async () => undefined);
    expect(ended).toEqual([before.key_id]);
    await addTask(ada);
    const after = await headOf(ada);
    const { keys } = await keysOf();
    expect(keys.map(({ until }: { until: string | null }) => until === null)).toEqual([false, true]);
    expect([signerOf(before, keys)?.key_id, signerOf(after, keys)?.key_id]).toEqual([before.key_id, begun.key_id]);
    expect(signerOf({ ...before, at: new Date(Date.parse(keys[0].until) + 1).toISOString() }, keys)).toBeNull();
  });
});
