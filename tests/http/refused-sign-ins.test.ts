import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestDeletion } from '../../src/app/account/account-deletion.ts';
import { withAccountLock } from '../../src/app/account/account-lock.ts';
import { auditEntry, historyEntry } from '../../src/contracts/report.ts';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import { streamsOf } from '../../src/projections/account/streams.ts';
import { Client, member, PASSWORD } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

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

test('a wrong password is recorded in a stream of its own, which only its owner can read', async () => {
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

test('a sign-in that succeeds is not recorded, and neither is one with an unknown or unconfirmed address', async () => {
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

test('tries beyond the bound are answered 429 and write nothing', async () => {
  const owner = await idOf(await member(server, 'tried@example.org'));
  const tries = (count: number) => Promise.all(Array.from({ length: count }, () => signIn('tried@example.org')));
  expect(new Set(await tries(10))).toEqual(new Set([401]));
  expect(new Set(await tries(4))).toEqual(new Set([429]));
  expect((await refusals()).filter(({ metadata }) => metadata.owner === owner)).toHaveLength(10);
});

test('the answer does not wait for the record, and nothing is recorded for an account that is deleted meanwhile', async () => {
  const owner = await idOf(await member(server, 'gone@example.org'));
  const { app } = server;
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = withAccountLock(app, owner, () => gate);
  expect(await signIn('gone@example.org')).toBe(401);
  expect((await app.store.readAll(START, 100_000)).filter(({ metadata }) => metadata.owner === owner).at(-1)?.type).toBe('SessionStarted');
  await requestDeletion(app, owner, app.newId());
  release();
  await held;
  expect((await refusals()).filter(({ metadata }) => metadata.owner === owner)).toEqual([]);
});
