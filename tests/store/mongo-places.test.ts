import { afterAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import type { DueDelivery } from '../../src/app/delivery/attempts.ts';
import { takePlace } from '../../src/app/delivery/places.ts';
import { createRateCounters } from '../../src/app/shared.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoKeyedMutex } from '../../src/store/mongo/shared/keyed-mutex.ts';
import { openMongoVault } from '../../src/store/mongo/vault.ts';
import { secretsIn } from '../../src/store/vault/driver.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/stores.ts';

const server = await sharedMongo();
const NOW = '2026-11-20T16:00:00.000Z';

describe.skipIf(server === null)('places of one recipient', () => {
  const open: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const one of open.toReversed()) await one.close();
  });
  const url = server?.database() ?? '';
  /** A worker of its own, as far as places need one. */
  async function worker(): Promise<App> {
    const mongo: Mongo = openMongo({ url, timeouts: PATIENT });
    const vault = await openMongoVault({ mongo, masterKey: TEST_MASTER_KEY });
    open.push(mongo, vault);
    const mutex = openMongoKeyedMutex({ mongo, keyed: (key) => vault.keyed('shared', key) });
    return { ...secretsIn(vault), shared: { mutex, rateCounters: createRateCounters() } } as unknown as App;
  }
  const delivery = (n: number) => ({ id: `m-${n}`, state: { channel: 'mail' } }) as DueDelivery;

  test('are limited to ten a day with any number of workers, and stored without the address', { timeout: 60_000 }, async () => {
    const workers = await Promise.all([worker(), worker(), worker()]);
    const asked = Array.from({ length: 24 }, (_, n) =>
      takePlace(workers[n % 3] as App, delivery(n), n % 2 === 0 ? 'Kim@example.org' : 'kim+list@example.org', 'invitation', NOW),
    );
    const instants = (await Promise.all(asked)).toSorted();
    const days = ['2026-11-20T16:00:00.000Z', '2026-11-21T16:00:00.000Z', '2026-11-22T16:00:00.000Z'];
    expect(days.map((day) => instants.filter((at) => at === day).length)).toEqual([10, 10, 4]);
    const rows = await openMongoRows(url);
    expect(rows).toContain('m-0');
    expect(rows).not.toMatch(/kim/i);
  });
});

async function openMongoRows(url: string): Promise<string> {
  const mongo = openMongo({ url, timeouts: PATIENT });
  try {
    return JSON.stringify(await mongo.db.collection('vault_places').find().toArray());
  } finally {
    await mongo.close();
  }
}
