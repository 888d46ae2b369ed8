import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headFor } from '../../src/app/ledger/heads.ts';
import { readConfig } from '../../src/config/config.ts';
import { verifyFolder } from '../../src/wiring/verify/verify.ts';
import { type Served, startServed } from '../support/ways.ts';

const AT = '2026-11-20T07:00:00.000Z';
const LATER = '2026-11-20T09:00:00.000Z';
let served: Served;

beforeAll(async () => {
  served = await startServed({ at: AT });
}, 60_000);
afterAll(() => served.dispose());

const verified = async () => (await verifyFolder(readConfig({ VOUCH_DATA: served.folder }), {}, () => undefined)).faults;

function cut(events: number): void {
  const database = new DatabaseSync(join(served.folder, 'events.db'));
  database.exec(`DELETE FROM events WHERE position > (SELECT max(position) - ${events} FROM events)`);
  database.close();
}

test('a ledger of which a signed head was cut off goes on under a new id, and says why', async () => {
  const { folder } = served;
  const ada = await served.member('ada@example.org');
  const owner: string = (await ada.get('/api/auth/me')).body.user.id;
  for (const title of ['One', 'Two', 'Three']) await ada.post('/api/tasks', { title });
  const before = (await ada.get('/api/ledger/head')).body;
  // What the vault knows of the log is never behind a signed head.
  expect((await served.stores.vault.logAnchor()).events).toBeGreaterThanOrEqual(before.size);
  await served.stop();
  expect(await verified()).toEqual([]);

  cut(2);
  expect((await verified()).map(({ check }) => check)).toEqual(expect.arrayContaining(['anchor', 'heads']));
  await expect(startServed({ folder, at: LATER })).rejects.toThrow('The event log is shorter than what the vault knows');

  served = await startServed({ folder, at: LATER, env: { VOUCH_ACCEPT_SHORTER_LOG: '1' } });
  const { app, stores } = served;
  await expect.poll(async () => (await stores.vault.ledgersOf(owner)).length, { timeout: 30_000 }).toBe(2);
  const after = await headFor(app, owner);
  expect(after?.ledger).not.toBe(before.ledger);
  expect(after?.succeeds).toMatchObject({ ledger: before.ledger, size: before.size - 2, reason: 'shorter_log' });
  await served.stop();
  expect(await verified()).toEqual([]);
}, 120_000);
