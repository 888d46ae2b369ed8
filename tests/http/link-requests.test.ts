import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { Client, member, PASSWORD, requestedMails } from '../support/client.ts';
import { BEHIND_PROXIES, startTestServer, type TestServer } from '../support/server.ts';

describe('requests for links', () => {
  // In production mode, so that the network address of a browser can be chosen.
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { callers: BEHIND_PROXIES } });
  });
  afterAll(() => server.dispose());

  const from = (network: string) => ({ 'x-forwarded-for': network });
  const OWNER = '203.0.113.7';
  const STRANGER = '198.51.100.9';

  /** Asks for a link, and gives the token in the mail that follows; null: no mail follows. */
  async function ask(
    email: string,
    network: string,
    { path = '/api/auth/forgot', browser = new Client(server.url) }: { path?: string; browser?: Client } = {},
  ): Promise<string | null> {
    const before = (await mailsTo(email)).length;
    const { status } = await browser.post(path, { email }, from(network));
    expect(status).toBe(202);
    server.stores.clock.advance('PT1S');
    const after = await mailsTo(email);
    return after.length > before ? (after.at(-1)?.token as string) : null;
  }
  async function mailsTo(email: string) {
    await server.http.drain();
    return (await requestedMails(server.app)).filter(({ to }) => to === email);
  }
  /** Whether the link still works. It is not used up. */
  const works = async (token: string | null): Promise<boolean> =>
    (await new Client(server.url).post('/api/auth/reset', { token, password: '' })).status === 422;

  describe('links for a new password', () => {
    it('are valid at the same time, up to three; a fourth ends the oldest', async () => {
      await member(server, 'three@example.org');
      const links = [];
      for (let count = 0; count < 4; count += 1) {
        links.push(await ask('three@example.org', OWNER));
        // Links of the same millisecond have no order.
        server.stores.clock.advance('PT1S');
      }
      expect(await Promise.all(links.map(works))).toEqual([false, true, true, true]);
    });

    it('that strangers request do not end the owner’s link, however many they are, and all end when one is used', async () => {
      await member(server, 'ended@example.org');
      const link = await ask('ended@example.org', OWNER);
      const theirs = [];
      for (let count = 0; count < 10; count += 1) theirs.push(await ask('ended@example.org', STRANGER));
      await new Client(server.url).post('/api/auth/signup', {
        ...{ email: 'ended@example.org', password: 'chosen by a stranger', full_name: '', timezone: 'UTC' },
      });
      expect(await works(link)).toBe(true);
      const used = await new Client(server.url).post('/api/auth/reset', { token: link, password: 'a stone bridge again' });
      expect(used.status).toBe(200);
      const left = await Promise.all([link, ...theirs, (await mailsTo('ended@example.org')).at(-1)?.token as string].map(works));
      expect(left).not.toContain(true);
    });

    it('are sent at most ten times an hour for one network address, without limiting others', async () => {
      await member(server, 'quota@example.org');
      const sent = [];
      for (let count = 0; count < 20; count += 1) sent.push(await ask('quota@example.org', STRANGER));
      expect(sent.filter((token) => token !== null)).toHaveLength(10);
      expect(await ask('quota@example.org', OWNER)).not.toBeNull();
      server.stores.clock.advance('PT1H');
      expect(await ask('quota@example.org', STRANGER)).not.toBeNull();
    });

    it('that were requested in a known browser stay valid, however many networks strangers use', async () => {
      const browser = await member(server, 'known@example.org');
      await browser.post('/api/auth/signout');
      const links = [];
      for (let count = 0; count < 3; count += 1) {
        links.push(await ask('known@example.org', OWNER, { browser }));
        for (let place = 0; place < 3; place += 1) await ask('known@example.org', `192.0.2.${count * 3 + place}`);
      }
      const theirs = await ask('known@example.org', '192.0.2.99');
      expect(await Promise.all([...links, theirs].map(works))).toEqual([true, true, true, true]);
      const next = await ask('known@example.org', OWNER, { browser });
      expect(await Promise.all([...links, next].map(works))).toEqual([false, true, true, true]);
    });

    it('are recognized by the cookie of the browser, which has no effect for another account', async () => {
      await member(server, 'aimed-at@example.org');
      const other = await member(server, 'other@example.org');
      const link = await ask('aimed-at@example.org', OWNER, { browser: other });
      for (let place = 0; place < 3; place += 1) await ask('aimed-at@example.org', `192.0.2.${place}`);
      expect(await works(link)).toBe(false);
    });

    it('are sent at most twenty times an hour for all network addresses together, and beyond that to a known browser', async () => {
      const browser = await member(server, 'flood@example.org');
      const sent = [];
      for (let place = 0; place < 45; place += 1) sent.push(await ask('flood@example.org', `192.0.2.${place}`));
      // The mail of the sign-up counts as well.
      expect(sent.filter((token) => token !== null)).toHaveLength(19);
      expect(await works(sent.findLast((token) => token !== null) as string)).toBe(true);
      expect(await works(await ask('flood@example.org', STRANGER, { browser }))).toBe(true);
    });

    it('are sent for a new network address after four others have asked ten times each', async () => {
      await member(server, 'four@example.org');
      const sent = [];
      for (let place = 0; place < 4; place += 1)
        for (let count = 0; count < 10; count += 1) sent.push(await ask('four@example.org', `192.0.2.${place}`));
      expect(sent.filter((token) => token !== null)).toHaveLength(13);
      expect(await works(await ask('four@example.org', OWNER))).toBe(true);
    });

    it('in the mail about a sign-up with a known address stay valid despite the requests of strangers', async () => {
      const email = 'again@example.org';
      const browser = await member(server, email);
      await browser.post('/api/auth/signout');
      const person = { email, password: 'a plain stone bridge', full_name: '', timezone: 'UTC' };
      await browser.post('/api/auth/signup', person, from(OWNER));
      const link = (await mailsTo(email)).at(-1);
      expect(link?.kind).toBe('known_address');
      for (let place = 0; place < 3; place += 1) await new Client(server.url).post('/api/auth/signup', person, from(`192.0.2.${place}`));
      for (let place = 0; place < 3; place += 1) await ask(email, `192.0.2.${place}`);
      expect(await works(link?.token as string)).toBe(true);
    });
  });

  describe('links to confirm', () => {
    it('are valid at the same time, up to three, and end together', async () => {
      const email = 'waits@example.org';
      const client = new Client(server.url);
      const body = { email, password: 'a plain stone bridge', full_name: '', timezone: 'UTC' };
      await client.post('/api/auth/signup', body, from(OWNER));
      const links = [(await mailsTo(email)).at(-1)?.token as string];
      for (const path of ['/api/auth/resend', '/api/auth/forgot', '/api/auth/resend'])
        links.push((await ask(email, OWNER, { path })) as string);
      const confirm = async (token: string, password = '-') => {
        const { status, body: answer } = await new Client(server.url).post('/api/auth/confirm', { token, password });
        return answer.code ?? status;
      };
      const codes = [];
      for (const link of links) codes.push(await confirm(link));
      expect(codes).toEqual(['token_invalid', 'invalid_credentials', 'invalid_credentials', 'invalid_credentials']);
      expect(await confirm(links[1] as string, body.password)).toBe(200);
      expect(await confirm(links[3] as string, body.password)).toBe('token_invalid');
    });

    it('of the browser that signed up stay valid despite the requests of strangers', async () => {
      const email = 'attacked@example.org';
      const browser = new Client(server.url);
      await browser.post('/api/auth/signup', { email, password: 'a plain stone bridge', full_name: '', timezone: 'UTC' }, from(OWNER));
      const links = [(await mailsTo(email)).at(-1)?.token as string];
      for (let place = 0; place < 3; place += 1) await ask(email, `192.0.2.${place}`, { path: '/api/auth/resend' });
      // On the way the network address of the browser changes.
      links.push((await ask(email, '203.0.113.200', { path: '/api/auth/resend', browser })) as string);
      for (let place = 3; place < 6; place += 1) await ask(email, `192.0.2.${place}`);
      const answers = [];
      for (const token of links) answers.push((await new Client(server.url).post('/api/auth/confirm', { token })).body.code);
      expect(answers).toEqual(['password_needed', 'password_needed']);
      expect((await browser.post('/api/auth/confirm', { token: links[0] })).status).toBe(200);
    });
  });
});

describe('requests about any address', () => {
  /** Calls of the ports, in order, with the parts that differ between any two requests left out. */
  const called: string[] = [];
  const SKIPPED = ['keyed', 'now', 'newId', 'then'];
  /** These methods rewrite the vault's file, which takes long enough to be measured from outside. */
  const SLOW = ['forget', 'destroyKey'];

  /** Wraps a port and records the names of the methods that are called. */
  const watched = <T extends object>(port: string, thing: T): T =>
    new Proxy(thing, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver);
        if (typeof value !== 'function' || SKIPPED.includes(String(name))) return value;
        return (...given: unknown[]) => {
          called.push(`${port}.${String(name)}`);
          return value.apply(target, given);
        };
      },
    });

  const wrap = (app: App): App => ({
    ...app,
    keys: watched('keys', app.keys),
    credentials: watched('credentials', app.credentials),
    linkTokens: watched('linkTokens', app.linkTokens),
    secretsUpkeep: watched('upkeep', app.secretsUpkeep),
    store: watched('store', app.store),
    opener: watched('opener', app.opener),
    views: { ...app.views, documents: watched('views', app.views.documents) },
  });

  /** Work after an answer begins when the test allows it. */
  let held: (() => void)[] = [];
  const hold = (): Promise<void> => new Promise((resolve) => held.push(resolve));
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ wrap, spread: hold });
    await member(server, 'known@example.org');
    await new Client(server.url).post('/api/auth/signup', account('waiting@example.org'));
    await server.http.drain();
    held = [];
  });
  afterAll(() => server.dispose());

  const account = (email: string) => ({ email, password: PASSWORD, full_name: '', timezone: 'Europe/Berlin' });

  /** The calls before the answer, and those at the random instant after it. */
  async function steps(path: string, body: object) {
    called.length = 0;
    const { status } = await new Client(server.url).post(path, body);
    const before = [...called];
    called.length = 0;
    const waiting = held.length;
    expect(called, 'nothing is done before the instant has come').toEqual([]);
    await server.http.drain();
    held = [];
    return { status, before, waiting, after: [...called] };
  }

  const ADDRESSES = ['known@example.org', 'waiting@example.org', 'nobody@example.org'];

  test.each(['/api/auth/forgot', '/api/auth/resend'])('%s does nothing for any address before it answers', async (path) => {
    for (const email of ADDRESSES) {
      const { status, before, waiting, after } = await steps(path, { email });
      expect([status, before, waiting], email).toEqual([202, [], 1]);
      expect(after.filter((name) => /putToken/.test(name)).length, `${email}: durable work follows in any case`).toBeGreaterThan(0);
    }
  });

  test('a sign-up does the same for every address before it answers, however often it is tried', async () => {
    const first = await steps('/api/auth/signup', account('fresh@example.org'));
    expect([first.status, first.waiting]).toEqual([201, 1]);
    expect(first.before).toContain('store.append');
    for (let count = 0; count < 12; count += 1) {
      for (const email of [...ADDRESSES, 'fresh@example.org']) {
        const { status, before, waiting, after } = await steps('/api/auth/signup', account(email));
        expect([status, before, waiting], `${email}, try ${count}`).toEqual([201, first.before, 1]);
        expect([...before, ...after].filter((name) => SLOW.includes(name.split('.')[1] as string))).toEqual([]);
      }
    }
  });
});
