import { afterEach, expect, test } from 'vitest';
import { warnOfRefusedSignIns } from '../../src/app/account/refused-sign-ins.ts';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import { refusedSignInsOf } from '../../src/projections/account/refused-sign-ins.ts';
import { streamsOf } from '../../src/projections/account/streams.ts';
import { Client, PASSWORD } from '../support/client.ts';
import { rememberDerivations } from '../support/derivations.ts';
import { type Served, startServed } from '../support/served.ts';

rememberDerivations();

const ADA = 'ada@example.org';
const SUBJECT = 'Somebody tried to sign in to your account';

let server: Served;
afterEach(() => server.dispose());

/** Attempts with a wrong password, more than a quarter of an hour after the former ones, and all that follows from them. */
async function tries(count: number, email = ADA): Promise<void> {
  await server.advance('PT16M');
  for (let each = 0; each < count; each += 1) {
    const { status } = await new Client(server.url).post('/api/auth/signin', { email, password: 'not the one' });
    expect(status).toBe(401);
  }
  await server.accounts.drain();
  await server.advance('PT1S');
}
const warnings = async (email = ADA): Promise<number> => (await server.mails(email)).filter(({ subject }) => subject === SUBJECT).length;
const refusals = async (): Promise<readonly Recorded[]> =>
  (await server.app.store.readAll(START, 100_000)).filter(({ type }) => type === 'SessionRefused');

test('the owner gets one mail a day about ten refused sign-ins, and none about fewer', { timeout: 60_000 }, async () => {
  server = await startServed({ at: '2026-11-20T08:00:00Z' });
  await server.member(ADA);
  await tries(9);
  expect(await warnings()).toBe(0);
  await tries(1);
  expect(await warnings()).toBe(1);
  await tries(1);
  await tries(10);
  expect(await warnings()).toBe(1);

  await server.advance('P1D');
  await tries(9);
  expect(await warnings()).toBe(1);
  await tries(1);
  expect(await warnings()).toBe(2);

  // What follows from an event is repeated after a crash; a rebuild and a new start repeat nothing.
  for (const event of await refusals()) expect(await warnOfRefusedSignIns(server.app, event)).toBeNull();
  await server.runner.rebuild();
  await server.advance('PT1M');
  await server.stop();
  server = await startServed({ folder: server.folder });
  await server.advance('PT1M');
  expect(await warnings()).toBe(2);
});

test('nobody gets a mail about attempts with an address that is unknown or not confirmed', { timeout: 60_000 }, async () => {
  server = await startServed({ at: '2026-11-20T08:00:00Z' });
  const account = { email: 'early@example.org', password: PASSWORD, full_name: 'Grace H', timezone: 'UTC' };
  await new Client(server.url).post('/api/auth/signup', account);
  for (const email of ['early@example.org', 'nobody@example.org']) {
    await tries(10, email);
    await tries(2, email);
    expect(await warnings(email)).toBe(0);
  }
  expect(await refusals()).toEqual([]);
});

test('a deleted account loses all record of them', { timeout: 60_000 }, async () => {
  server = await startServed({ at: '2026-11-20T08:00:00Z' });
  const ada = await server.member(ADA);
  const owner = (await ada.get('/api/auth/user')).body.user.id as string;
  await tries(10);
  const { views } = server.app;
  expect([await warnings(), (await refusedSignInsOf(views, owner))?.doc.count]).toEqual([1, 10]);
  expect((await ada.delete('/api/settings/account')).status).toBe(200);
  await server.advance('PT1S');
  await tries(10);
  await server.advance('P2D');
  expect(await warnings()).toBe(0);
  expect(await refusedSignInsOf(views, owner)).toBeNull();
  expect((await streamsOf(views, owner, { limit: 10 })).items).toEqual([]);
  const found = await refusals();
  expect(found).toHaveLength(10);
  for (const event of found) expect(await warnOfRefusedSignIns(server.app, event)).toBeNull();
  await server.runner.rebuild();
  await server.advance('PT1M');
  expect([await warnings(), await refusedSignInsOf(views, owner)]).toEqual([0, null]);
});
