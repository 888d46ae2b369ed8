import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { Client, member, PASSWORD } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

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

/** Work that is left for after an answer begins when a test lets it begin. */
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

/** What is done until the answer comes, and what is done once the spread instant has come. */
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
