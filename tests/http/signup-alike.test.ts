import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { Client, member, PASSWORD } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const WRITES = ['createKey', 'setPassword', 'putToken', 'takeToken', 'endTokens', 'append'];
/** These methods rewrite the vault's file, which takes long enough to be measured from outside. */
const SLOW = ['forget', 'destroyKey'];

/** Wraps an object and records the names of the methods that are called. */
const watched = <T extends object>(thing: T, called: string[]): T =>
  new Proxy(thing, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        called.push(String(name));
        return value.apply(target, given);
      };
    },
  });

test('a sign-up makes about as many durable writes for a known address as for a new one, however often it is tried', async () => {
  const called: string[] = [];
  const wrap = (app: App): App => ({
    ...app,
    keys: watched(app.keys, called),
    credentials: watched(app.credentials, called),
    linkTokens: watched(app.linkTokens, called),
    secretsUpkeep: watched(app.secretsUpkeep, called),
    store: watched(app.store, called),
  });
  const server = await startTestServer({ wrap });
  await member(server, 'known@example.org');
  const client = new Client(server.url);
  const writes = async (email: string): Promise<number> => {
    called.length = 0;
    const body = { email, password: PASSWORD, full_name: '', timezone: 'Europe/Berlin' };
    expect((await client.post('/api/auth/signup', body)).status).toBe(201);
    expect(called.filter((name) => SLOW.includes(name))).toEqual([]);
    return called.filter((name) => WRITES.includes(name)).length;
  };
  const fresh = await writes('fresh@example.org');
  const again = await writes('fresh@example.org');
  // The last of them are more than the mails that the owner gets in an hour.
  for (let count = 0; count < 24; count += 1) {
    const known = await writes('known@example.org');
    expect([known >= again, known <= fresh], `the try ${count}: ${again} <= ${known} <= ${fresh}`).toEqual([true, true]);
  }
  await server.dispose();
});
