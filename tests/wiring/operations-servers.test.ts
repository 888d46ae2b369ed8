import { expect, onTestFinished, test } from 'vitest';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { currentViews } from '../../src/projections/engine/views.ts';
import { tasks } from '../../src/projections/task/tasks.ts';
import { openServerStores } from '../../src/store/server-stores.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { createMeters } from '../../src/wiring/operations/meters.ts';
import { faultsOf, updateGauges } from '../../src/wiring/operations/observe.ts';
import { anEvent } from '../contract/events.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TestClock } from '../support/clock.ts';
import { TEST_MASTER_KEY } from '../support/stores.ts';

const mongo = await sharedMongo();

test.skipIf(mongo === null)('on servers, a worker is looked at like a program on files; a server that is gone is named', async () => {
  const eventstore = await startEventStoreDouble();
  onTestFinished(() => eventstore.stop());
  const clock = new TestClock();
  // Long, since what answers late on a busy machine is not away. A server that is stopped refuses connections at once.
  const timeouts = { eventstore: { call: 15_000, silence: 15_000, watch: 150 } };
  const urls = { eventstoreUrl: eventstore.url, mongodbUrl: mongo?.database() ?? '' };
  const plain = await openServerStores({ ...urls, masterKey: TEST_MASTER_KEY, clock, timeouts });
  onTestFinished(() => plain.close());
  const meters = createMeters();
  const stores = meters.stores(plain);
  for (const projection of PROJECTIONS) {
    const name = collectionName(projection);
    await stores.documents.ensure({ name, indexes: projection.indexes });
    if (projection.name === 'tasks') expect((await stores.leases.acquire(name))?.name).toBe(name);
  }
  const runner = { views: currentViews(stores.documents, PROJECTIONS) } as never;
  const watched = { config: { servers: urls } as never, stores, runner, clock: clock as never, meters };
  expect(await faultsOf(watched)).toEqual([]);

  await stores.vault.createKey('ann');
  await stores.store.append('s-1', 'no_stream', [anEvent({ owner: 'ann', private: { title: 'Swans' } })]);
  await stores.vault.destroyKey('ann');
  clock.advance('PT2M');
  expect(await faultsOf(watched)).toContainEqual({ name: 'read model tasks', error: 'It is 120 s behind.' });
  await updateGauges(watched);
  const text = await meters.metrics.registry.metrics();
  for (const line of [
    'vouch_store_up{store="EventStoreDB"} 1',
    'vouch_store_up{store="MongoDB"} 1',
    `vouch_projection_lag_seconds{projection="tasks",version="${tasks.version}",serves="yes"} 120`,
    'vouch_projection_folded_here{projection="tasks"} 1',
    'vouch_due_work_waiting{kind="task"} 0',
    'vouch_store_seconds_count{store="events",operation="append"} 1',
    'vouch_store_seconds_count{store="vault",operation="createKey"} 1',
    'vouch_store_seconds_count{store="vault",operation="destroyKey"} 1',
  ])
    expect(text).toContain(line);
  expect(text).not.toContain('vouch_projection_folded_here{projection="alerts"}');
  expect(text).not.toMatch(/^vouch_data_free_bytes/m);

  await eventstore.stop();
  const faults = await faultsOf(watched);
  expect(faults.map(({ name }) => name)).toEqual(['EventStoreDB']);
  expect(faults[0]?.error).not.toContain('esdb://');
});
