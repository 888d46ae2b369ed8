import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { newId } from '../../src/wiring/ids.ts';
import { sharedMongo } from '../servers/shared.ts';
import { beatsUntil } from '../support/beats.ts';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { moveClock } from '../support/cluster-life.ts';
import { runHere } from '../support/command-line.ts';
import { confirm } from '../support/confirmed.ts';
import { followLive, openLive } from '../support/live.ts';
import { call, signUp } from '../support/server-process.ts';
import { eventsOf } from '../support/year-story.ts';

const mongo = await sharedMongo();
/** So many that their work of one instant is handed out. */
const REMINDED = 136;
const DAY_MS = 86_400_000;
const PATIENCE = { timeout: 30_000, interval: 100 };

describe.skipIf(mongo === null)('two webs and two workers', { timeout: 120_000 }, () => {
  let cluster: Cluster;
  let token: string;
  beforeAll(async () => {
    cluster = await startCluster({ webs: 2, workers: 2 });
    token = await signUp(cluster.front, 'ann@example.org');
  }, 120_000);
  afterAll(() => cluster?.stop(), 60_000);

  /** Access tokens expire when the clock is moved. */
  const signIn = async (): Promise<void> => {
    const body = { email: 'ann@example.org', password: 'a rather long password' };
    token = (await call(cluster.front, 'POST', '/api/auth/signin', { body })).body.session.access_token;
  };
  const holders = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await (await cluster.stores()).leases.list()).map(({ name, holder }) => [name, holder]));
  const add = async (url: string, title: string) => (await call(url, 'POST', '/api/tasks', { body: { title }, token })).body;
  const titles = async (url: string, headers: Record<string, string> = {}): Promise<readonly string[]> =>
    (await call(url, 'GET', '/api/tasks', { token, headers })).body.map((task: { title: string }) => task.title);

  /** Accounts that exist since the instant. */
  async function confirmed(at: string): Promise<readonly string[]> {
    const { store, vault: keys } = await cluster.stores();
    const owners = Array.from({ length: REMINDED }, () => newId());
    await Promise.all(owners.map((owner) => confirm({ store, keys, newId, clock: { now: () => at } }, owner)));
    return owners;
  }
  /** A worker takes one share of due work at a time, so two are taken while both workers are at work. */
  async function areBothAtWork(): Promise<boolean> {
    const shares = (await cluster.stores()).mongo.db.collection('_due_shares');
    return (await shares.countDocuments({ result: null, take: { $ne: null } })) === 2;
  }

  test('share the read models, and one worker does the due work', async () => {
    await vi.waitUntil(async () => {
      const all = [...(await holders())].filter(([name]) => name !== 'timekeeper');
      const shares = Object.values(Object.groupBy(all, ([, holder]) => holder)).map((share) => share?.length ?? 0);
      return all.length === PROJECTIONS.length && shares.length === 2 && Math.abs((shares[0] as number) - (shares[1] as number)) <= 1;
    }, PATIENCE);
    expect((await holders()).has('timekeeper')).toBe(true);
  });

  test('let a web read at once what was written through it', async () => {
    const [one] = cluster.webs as [string];
    for (const title of ['one', 'two', 'three']) {
      const { id } = await add(one, title);
      expect(await titles(one)).toContain(title);
      const { status } = await call(one, 'PATCH', `/api/tasks/${id}/status`, { body: { status: 'completed' }, token });
      expect(status).toBe(200);
    }
  });

  test('let another web read it for a client that shows the position of the write', async () => {
    const [one, two] = cluster.webs as [string, string];
    for (let index = 0; index < 10; index += 1) {
      const { headers } = await call(one, 'POST', '/api/tasks', { body: { title: `across ${index}` }, token });
      const position = headers.get('vouch-position') ?? '';
      expect(position).toMatch(/^\d{20}$/);
      expect(headers.get('set-cookie')).toContain(`vouch_position=${position}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`);
      expect(await titles(two, { 'vouch-position': position })).toContain(`across ${index}`);
    }
    const waiting = titles(two, { 'vouch-position': '9'.repeat(20) });
    expect(await beatsUntil(waiting, () => call(one, 'GET', '/healthz'))).toBeLessThan(20);
    await waiting;
  });

  test('end a session for every web at once', async () => {
    const [one, two] = cluster.webs as [string, string];
    const signedIn = await call(one, 'POST', '/api/auth/signin', {
      body: { email: 'ann@example.org', password: 'a rather long password' },
    });
    const other = signedIn.body.session.access_token as string;
    expect((await call(two, 'GET', '/api/tasks', { token: other })).status).toBe(200);
    expect((await call(one, 'POST', '/api/auth/signout', { token: other })).status).toBe(204);
    expect((await call(two, 'GET', '/api/tasks', { token: other })).status).toBe(401);
  });

  test('tell a live connection of what was written through another web, which can then be read, and end it with its session', async () => {
    const [one, two] = cluster.webs as [string, string];
    const signedIn = await call(one, 'POST', '/api/auth/signin', {
      body: { email: 'ann@example.org', password: 'a rather long password' },
    });
    const other = signedIn.body.session.access_token as string;
    const { live, first } = await followLive({ url: one, cookie: null }, { authorization: `Bearer ${other}` });
    expect(first?.kinds).toEqual([]);
    await add(two, 'told at once');
    await live.until('task');
    expect(await titles(one)).toContain('told at once');
    expect((await call(two, 'POST', '/api/auth/signout', { token: other })).status).toBe(204);
    let last = await live.next();
    while (last?.event === 'change') last = await live.next();
    expect([last?.event, await live.next()]).toEqual(['end', null]);
  });

  test('count the live connections of an owner together', async () => {
    const open = await Promise.all(
      Array.from({ length: 21 }, (_, index) =>
        openLive({ url: cluster.webs[index % 2] as string, cookie: null }, { authorization: `Bearer ${token}` }),
      ),
    );
    expect(open.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    for (const live of open) await live.leave();
  });

  test('answer the same idempotency key once, also when two webs are asked at once', async () => {
    const headers = { 'idempotency-key': 'both-at-once' };
    const answers = await Promise.all(
      cluster.webs.map((url) => call(url, 'POST', '/api/tasks', { body: { title: 'only once' }, token, headers })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers.filter(({ headers: answered }) => answered.get('idempotency-replayed') === 'true')).toHaveLength(1);
    const { headers: written } = await call(cluster.webs[0] as string, 'POST', '/api/tasks', { body: { title: 'after' }, token });
    const seen = await titles(cluster.webs[1] as string, { 'vouch-position': written.get('vouch-position') ?? '' });
    expect(seen.filter((title) => title === 'only once')).toHaveLength(1);
  });

  test('count wrong passwords over all webs', async () => {
    const wrong = (url: string) => call(url, 'POST', '/api/auth/signin', { body: { email: 'eve@example.org', password: 'not the one' } });
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) statuses.push((await wrong(cluster.webs[index % 2] as string)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('share one clock, and the process that moves it can read the work that falls due on the way', async () => {
    const [one, two] = cluster.webs as [string, string];
    const { body } = await call(one, 'GET', '/dev/clock');
    const due = new Date(Date.parse(body.now) + 3 * 86_400_000).toISOString().slice(0, 10);
    const { body: task } = await call(one, 'POST', '/api/tasks', { body: { title: 'missed', due_date: due }, token });
    const moved = await call(two, 'POST', '/dev/clock', { body: { advance: 'P5D' } });
    expect(moved.status).toBe(200);
    await signIn();
    expect((await call(two, 'GET', `/api/tasks/${task.id}`, { token })).body.status).toBe('missed');
    await vi.waitUntil(async () => (await call(one, 'GET', '/dev/clock')).body.now >= moved.body.now, PATIENCE);
  });

  test('take over the read models and the due work of a killed worker within 10 seconds', async () => {
    const before = await holders();
    const [keeper] = [before.get('timekeeper') as string];
    const index = [0, 1].find((each) => keeper.includes(`-${cluster.process('worker', each).pid}-`)) as number;
    await cluster.kill('worker', index);
    const taken = vi.waitUntil(async () => {
      const now = await holders();
      return now.size === PROJECTIONS.length + 1 && [...now.values()].every((holder) => holder !== keeper);
    }, PATIENCE);
    expect(await beatsUntil(taken, () => call(cluster.front, 'GET', '/api/auth/session', { token }))).toBeLessThan(100);
    await taken;
    const { headers } = await call(cluster.front, 'POST', '/api/tasks', { body: { title: 'after the kill' }, token });
    expect(await titles(cluster.front, { 'vouch-position': headers.get('vouch-position') ?? '' })).toContain('after the kill');
    expect((await call(cluster.front, 'POST', '/dev/clock', { body: { advance: 'PT1H' } })).status).toBe(200);
    await signIn();
    await cluster.restart('worker', index);
    await vi.waitUntil(async () => new Set((await holders()).values()).size === 2, PATIENCE);
  });

  test('do due work of one instant together, and each piece once, although the one that helps is killed', async () => {
    const keeper = (await holders()).get('timekeeper') as string;
    const index = [0, 1].find((each) => !keeper.includes(`-${cluster.process('worker', each).pid}-`)) as number;
    const { now } = (await call(cluster.front, 'GET', '/dev/clock')).body;
    const owners = await confirmed(now);
    // Not by a duration: a request that is repeated because read models were late would move the clock twice.
    const moved = moveClock(cluster, { to: new Date(Date.parse(now) + DAY_MS).toISOString() });
    await vi.waitUntil(areBothAtWork, { ...PATIENCE, interval: 5 });
    await cluster.kill('worker', index);
    await moved;
    const log = await Array.fromAsync(eventsOf((await cluster.stores()).store));
    const times = (type: string) =>
      owners.map((owner) => log.filter((event) => event.type === type && event.metadata.owner === owner).length);
    for (const type of ['ReminderCame', 'EscalationCame', 'DeliverySent'])
      expect([type, new Set(times(type))]).toEqual([type, new Set([1])]);
    await cluster.restart('worker', index);
    await signIn();
    await vi.waitUntil(async () => new Set((await holders()).values()).size === 2, PATIENCE);
  });

  test('move and rebuild a read model without interrupting other work', async () => {
    const before = (await holders()).get(tasks());
    const moved = await runHere(['projections', 'move', 'tasks'], cluster.env);
    expect([moved.code, moved.stderr]).toEqual([0, moved.stderr]);
    await vi.waitUntil(async () => ![undefined, before].includes((await holders()).get(tasks())), PATIENCE);
    const known = await titles(cluster.front);
    const rebuilt = await runHere(['projections', 'rebuild', 'tasks'], cluster.env);
    expect(rebuilt.stdout).toMatch(/^tasks v\d+: \d+ documents/);
    await vi.waitUntil(async () => (await holders()).has(tasks()), PATIENCE);
    expect(await titles(cluster.front)).toEqual(known);
    const { headers } = await call(cluster.front, 'POST', '/api/tasks', { body: { title: 'after the rebuild' }, token });
    expect(await titles(cluster.front, { 'vouch-position': headers.get('vouch-position') ?? '' })).toContain('after the rebuild');
    const { stdout } = await runHere(['projections', 'leases'], cluster.env);
    expect(stdout).toContain('timekeeper');
  });

  test('end when asked to, and release everything', async () => {
    for (const [role, index] of [
      ['web', 1],
      ['worker', 0],
    ] as const) {
      // A process that takes longer than 9.5 s is killed, and its exit code is 1.
      const { code } = await cluster.kill(role, index, 'SIGTERM');
      expect([role, code]).toEqual([role, 0]);
    }
    expect(new Set((await holders()).values()).size).toBeLessThanOrEqual(1);
    await vi.waitUntil(async () => (await holders()).size === PROJECTIONS.length + 1, PATIENCE);
  });
});

const tasks = (): string => collectionName(PROJECTIONS.find(({ name }) => name === 'tasks') as (typeof PROJECTIONS)[number]);
