import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { requestDeletion } from '../../src/app/account/account-deletion.ts';
import { withAccountLock } from '../../src/app/account/account-lookup.ts';
import { type App, createOpenConnections, createRateCounters } from '../../src/app/app.ts';
import { createProgress } from '../../src/app/export-list.ts';
import { createKeyedMutex } from '../../src/concurrency/keyed-mutex.ts';
import { auditEntry, historyEntry } from '../../src/contracts/report.ts';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import { streamsOf } from '../../src/projections/account/accounts.ts';
import { openTestStores } from '../support/app.ts';
import { Client, member, PASSWORD } from '../support/client.ts';
import { BEHIND_PROXIES, startTestServer, type TestServer } from '../support/server.ts';

describe('wrong passwords', () => {
  const ADA = 'ada@example.org';
  /** Two webs of one program, which share stores and counters. */
  let webs: readonly [TestServer, TestServer];
  beforeEach(async () => {
    const shared = {
      mutex: createKeyedMutex(),
      rateCounters: createRateCounters(),
      connections: createOpenConnections(),
      progress: createProgress(),
    };
    const stores = openTestStores();
    const start = () => startTestServer({ stores, config: { callers: BEHIND_PROXIES }, wrap: (app: App) => ({ ...app, shared }) });
    webs = [await start(), await start()];
  });
  afterEach(async () => {
    const [first, second] = webs;
    await second.close();
    await first.dispose();
  });

  /** An attempt from a network address; the two webs get the attempts in turns. */
  let count = 0;
  const tryAs = (browser: Client | null, from: string, { email = ADA, password = 'not the one' } = {}) => {
    count += 1;
    const visitor = new Client((webs[count % 2] as TestServer).url);
    if (browser) [visitor.cookie, visitor.known] = [browser.cookie, browser.known];
    return visitor.post('/api/auth/signin', { email, password }, { 'x-forwarded-for': from });
  };
  const statuses = async (tries: readonly Promise<{ readonly status: number }>[]) => (await Promise.all(tries)).map(({ status }) => status);
  const times = <T>(many: number, make: (place: number) => T): T[] => Array.from({ length: many }, (_, place) => make(place));
  const of = (found: readonly number[], status: number): number => found.filter((one) => one === status).length;

  describe('wrong passwords for one address', () => {
    it('are limited for the whole /64 of an IPv6 address, and not for other networks', async () => {
      await member(webs[0], ADA);
      const host = (network: string) => (place: number) => `2001:db8:1:${network}::${(place + 1).toString(16)}`;
      expect(of(await statuses(times(14, (place) => tryAs(null, host('a')(place)))), 401)).toBe(10);
      expect((await tryAs(null, '2001:0db8:1:a:ffff:1:2:3', { password: PASSWORD })).status).toBe(429);
      expect((await tryAs(null, host('b')(0), { password: PASSWORD })).status).toBe(200);
      expect((await tryAs(null, '192.0.2.1', { password: PASSWORD })).status).toBe(200);
      expect((await tryAs(null, '::ffff:192.0.2.1', { password: PASSWORD })).status).toBe(200);
    });

    it('are limited to 100 in an hour from all networks; then the right password works only in known browsers', {
      timeout: 60_000,
    }, async () => {
      const owner = await member(webs[0], ADA);
      const signedOut = await member(webs[0], 'bob@example.org');
      await signedOut.post('/api/auth/signin', { email: ADA, password: PASSWORD });
      await signedOut.post('/api/auth/signout');
      expect([signedOut.cookie, signedOut.known]).toEqual([null, expect.stringMatching(/^vouch_known=[\w-]{45}\.[\w-]{45}$/)]);
      const stranger = await member(webs[1], 'eve@example.org');

      const started = async () => (await webs[0].app.store.readAll(START, 100_000)).filter(({ type }) => type === 'SessionStarted').length;
      const before = await started();
      const found: number[] = [];
      for (let round = 0; round < 12; round += 1)
        found.push(...(await statuses(times(10, (place) => tryAs(null, `198.51.${round}.${place}`)))));
      expect([of(found, 401), of(found, 429)]).toEqual([100, 20]);
      const refused = await tryAs(null, '203.0.113.1', { password: PASSWORD });
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '3600']);
      expect((await tryAs(stranger, '203.0.113.2', { password: PASSWORD })).status, 'known for another account').toBe(429);
      expect(await started(), 'no session began').toBe(before);

      expect((await owner.get('/api/auth/user')).status, 'who is signed in is not disturbed').toBe(200);
      expect((await tryAs(owner, '203.0.113.3', { password: PASSWORD })).status).toBe(200);
      expect((await tryAs(signedOut, '203.0.113.4', { password: PASSWORD })).status, 'after signing out').toBe(200);
      expect((await tryAs(signedOut, '203.0.113.5')).status, 'a wrong one is a wrong one').toBe(401);
      expect((await tryAs(null, '203.0.113.6', { email: 'eve@example.org', password: PASSWORD })).status, 'another address').toBe(200);

      webs[0].stores.clock.advance('PT1H');
      expect((await tryAs(null, '203.0.113.7', { password: PASSWORD })).status).toBe(200);
    });

    it('with a cookie that was stolen from a known browser have a separate limit', { timeout: 60_000 }, async () => {
      const owner = await member(webs[0], ADA);
      owner.cookie = null;
      const found: number[] = [];
      for (let round = 0; round < 11; round += 1)
        found.push(...(await statuses(times(10, (place) => tryAs(owner, `198.51.${round}.${place}`)))));
      expect([of(found, 401), of(found, 429)]).toEqual([100, 10]);
    });

    it('for an unknown address are limited in the same way', { timeout: 60_000 }, async () => {
      const found: number[] = [];
      for (let round = 0; round < 11; round += 1)
        found.push(...(await statuses(times(10, (place) => tryAs(null, `198.51.${round}.${place}`, { email: 'nobody@example.org' })))));
      expect([of(found, 401), of(found, 429)]).toEqual([100, 10]);
    });
  });

  describe('the cookie of a known browser', () => {
    const ask = (cookie: string) => new Client(webs[0].url).get('/api/auth/session', { cookie });

    it('signs nobody in, and does not show whose it is', async () => {
      const ada = await member(webs[0], ADA);
      const known = ada.known as string;
      expect((await ask(known)).body).toEqual({ user: null, session: null });
      expect((await ask(known.replace('vouch_known', 'vouch_session'))).body).toEqual({ user: null, session: null });
      const { id } = (await ada.get('/api/auth/user')).body.user as { id: string };
      for (const told of [id, ADA, Buffer.from(id).toString('base64url')]) expect(known).not.toContain(told);
      const other = new Client(webs[1].url);
      await other.post('/api/auth/signin', { email: ADA, password: PASSWORD });
      expect(other.known, 'another browser has another mark').not.toBe(known);
    });

    it('stays the same with every sign-in, and is deleted with the account, while that of another account in the browser stays', async () => {
      const browser = await member(webs[0], ADA);
      const first = browser.known;
      await browser.post('/api/auth/signin', { email: ADA, password: PASSWORD });
      expect(browser.known).toBe(first);
      const userId = (await browser.get('/api/auth/user')).body.user.id as string;
      await browser.delete('/api/settings/account');
      expect(browser.known).toBeNull();
      expect(await webs[0].app.keys.key(userId)).toBeNull();

      const both = await member(webs[0], 'bob@example.org');
      const bobs = both.known as string;
      const eve = await member(webs[0], 'eve@example.org');
      await both.post('/api/auth/signin', { email: 'eve@example.org', password: PASSWORD });
      expect(both.known?.split('.')).toHaveLength(2);
      await both.delete('/api/settings/account');
      expect(both.known).toBe(bobs);
      expect(eve.known).not.toBeNull();
    });

    it.each(['x', 'a.b.c', `${'A'.repeat(45)}`, `${'A'.repeat(45)}.`.repeat(80)])(
      'causes no error if it is invented: %s',
      async (value) => {
        await member(webs[0], ADA);
        const visitor = new Client(webs[0].url);
        const answer = await visitor.post('/api/auth/signin', { email: ADA, password: PASSWORD }, { cookie: `vouch_known=${value}` });
        expect(answer.status).toBe(200);
        expect(webs[0].faults).toEqual([]);
      },
    );
  });
});

describe('a refused sign-in', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.dispose());

  const signIn = async (email: string, password = 'not the one') =>
    (await new Client(server.url).post('/api/auth/signin', { email, password })).status;
  const refusals = async (): Promise<readonly Recorded[]> => {
    await server.http.drain();
    await server.app.waitForReadModels(await server.app.store.head());
    return (await server.app.store.readAll(START, 100_000)).filter(({ type }) => type === 'SessionRefused');
  };
  const idOf = async (client: Client): Promise<string> => (await client.get('/api/auth/user')).body.user.id;

  test('with a wrong password is recorded in a separate stream, which only its owner can read', async () => {
    const [ada, bob] = [await member(server), await member(server, 'bob@example.org')];
    const owner = await idOf(ada);
    expect([await signIn('ADA@example.org'), await signIn('ada@example.org')]).toEqual([401, 401]);
    const found = await refusals();
    expect(found).toHaveLength(2);
    expect(new Set(found.map(({ stream }) => stream)).size).toBe(2);
    for (const event of found) {
      expect(event).toMatchObject({ revision: 0, data: {}, private: null, metadata: { owner, actor: { kind: 'system', id: null } } });
      expect(event.stream).toMatch(/^session-[\w-]{36}$/);
    }

    const history = (await ada.get('/api/reports/history?type=account&limit=200')).body as readonly { action: string }[];
    const entries = history.filter(({ action }) => action === 'session.refused');
    expect(entries).toHaveLength(2);
    expect(historyEntry.strict().parse(entries[0])).toMatchObject({
      type: 'account',
      detail: 'The password was wrong. Nobody was signed in.',
    });
    const audit = ((await ada.get('/api/audit?limit=200')).body as readonly { action: string }[]).filter(
      ({ action }) => action === 'session.refused',
    );
    expect(audit).toHaveLength(2);
    expect(auditEntry.strict().parse(audit[0])).toMatchObject({ actor: { kind: 'system' }, before: {}, after: {} });
    expect((await bob.get('/api/audit?limit=200')).text).not.toContain('session.refused');

    const streams = (await streamsOf(server.app.views, owner, { limit: 100 })).items.map(({ id }) => id);
    expect(streams).toEqual(expect.arrayContaining(found.map(({ stream }) => stream)));
  });

  test('is not recorded for an unknown or unconfirmed address, and neither is a successful sign-in', async () => {
    await member(server, 'right@example.org');
    await new Client(server.url).post('/api/auth/signup', {
      email: 'early@example.org',
      password: PASSWORD,
      full_name: 'Grace H',
      timezone: 'Europe/Berlin',
    });
    const before = (await refusals()).length;
    const answers = [
      await signIn('right@example.org', PASSWORD),
      await signIn('nobody@example.org'),
      await signIn('early@example.org'),
      await signIn('early@example.org', PASSWORD),
    ];
    expect(answers).toEqual([200, 401, 401, 403]);
    expect(await refusals()).toHaveLength(before);
  });

  test('beyond the limit is answered with 429 and not recorded', async () => {
    const owner = await idOf(await member(server, 'tried@example.org'));
    const tries = (count: number) => Promise.all(Array.from({ length: count }, () => signIn('tried@example.org')));
    expect(new Set(await tries(10))).toEqual(new Set([401]));
    expect(new Set(await tries(4))).toEqual(new Set([429]));
    expect((await refusals()).filter(({ metadata }) => metadata.owner === owner)).toHaveLength(10);
  });

  test('is answered without waiting for its record, and not recorded for an account that is deleted meanwhile', async () => {
    const owner = await idOf(await member(server, 'gone@example.org'));
    const { app } = server;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = withAccountLock(app, owner, () => gate);
    expect(await signIn('gone@example.org')).toBe(401);
    expect((await app.store.readAll(START, 100_000)).filter(({ metadata }) => metadata.owner === owner).at(-1)?.type).toBe(
      'SessionStarted',
    );
    await requestDeletion(app, owner, app.newId());
    release();
    await held;
    expect((await refusals()).filter(({ metadata }) => metadata.owner === owner)).toEqual([]);
  });
});
