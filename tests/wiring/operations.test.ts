import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import type { Lease, Leases } from '../../src/ports/coordination.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { currentViews } from '../../src/projections/engine/views.ts';
import { tasks } from '../../src/projections/task/tasks.ts';
import { noteBackup } from '../../src/store/backup/last-backup.ts';
import { openServerStores } from '../../src/store/server-stores.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { createMeters } from '../../src/wiring/operations/meters.ts';
import { faultsOf, updateGauges } from '../../src/wiring/operations/observe.ts';
import { anEvent } from '../contract/events.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { member } from '../support/client.ts';
import { TestClock } from '../support/clock.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('the operation of a program on files', () => {
  let server: TestServer | null = null;
  afterEach(async () => {
    await server?.dispose();
    server = null;
  });

  const textOf = (meters: ReturnType<typeof createMeters>): Promise<string> => meters.metrics.registry.metrics();

  async function watched(meters = createMeters()) {
    server = await startTestServer();
    await member(server);
    const { runner, stores } = server;
    await runner.waitForReadModels(await stores.store.head());
    const config = { data: stores.dataDir, servers: null } as never;
    return { server, program: { config, stores: meters.stores(stores), runner, clock: stores.clock as never, meters } };
  }

  test('read models that nobody folds any more are reported when they are far behind', async () => {
    const { server, program } = await watched();
    expect(await faultsOf(program)).toEqual([]);
    await server.runner.stop();
    await server.stores.store.append('task-x', 'no_stream', [
      {
        id: '0192aaaa-0000-7000-8000-000000000000',
        type: 'TaskPromised',
        data: {},
        private: null,
        metadata: { owner: null, actor: { kind: 'system', id: null }, correlation_id: 'c', causation_id: null, at: server.app.clock.now() },
      },
    ]);
    server.stores.clock.advance('PT59S');
    expect(await faultsOf(program)).toEqual([]);
    server.stores.clock.advance('PT31S');
    expect(await faultsOf(program)).toContainEqual({ name: 'read model tasks', error: 'It is 90 s behind.' });
    await updateGauges(program);
    expect(await textOf(program.meters)).toContain(
      `vouch_projection_lag_seconds{projection="tasks",version="${tasks.version}",serves="yes"} 90`,
    );
  });

  test('a store that does not answer is named, without its secrets, and the metrics are still given', async () => {
    const { program } = await watched();
    const error = 'connect ECONNREFUSED mongodb://root:s3cret@db:27017';
    const stores = { ...program.stores, health: async () => [{ name: 'mongodb', error }] };
    vi.spyOn(program.stores.documents, 'checkpoints').mockRejectedValue(new StoreUnavailable('gone'));
    const broken = { ...program, stores };
    expect(await faultsOf(broken)).toEqual([{ name: 'mongodb', error: 'connect ECONNREFUSED mongodb://[hidden]@db:27017' }]);
    await updateGauges(broken);
    expect(await textOf(program.meters)).toContain('vouch_store_up{store="mongodb"} 0');
  });

  test('a store that never answers makes the program not ready, and the check is still answered in time', async () => {
    const { program } = await watched();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stores = { ...program.stores, health: () => new Promise<never>(() => undefined) };
    const faults = faultsOf({ ...program, stores });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await faults).toEqual([{ name: 'stores', error: 'No answer within 3000 ms.' }]);
  });

  test('failed calls of the stores are counted by the kind of their error', async () => {
    const { program } = await watched();
    await expect(program.stores.store.append('task-x', { revision: 7, hash: 'h' }, [])).rejects.toThrow();
    await expect(program.stores.documents.find('nothing.v1', { index: 'next', equals: [], limit: 1 })).rejects.toThrow();
    const text = await textOf(program.meters);
    expect(text).toContain('vouch_store_errors_total{store="events",operation="append",error="failed"} 1');
    expect(text).toContain('vouch_store_errors_total{store="documents",operation="find",error="failed"} 1');
  });

  test('held leases are counted, and so are the read models folded under them', async () => {
    const lost = new AbortController();
    const acquire = async (name: string): Promise<Lease | null> =>
      name === 'taken.v1' ? null : { name, token: 1, lost: lost.signal, release: async () => undefined };
    const leases = { acquire, heartbeat: async () => ({ workers: 1, handoverRequested: [], holders: new Map() }) } as unknown as Leases;
    const { program } = await watched();
    const meters = createMeters();
    const stores = meters.stores({ ...program.stores, leases });
    const held = await stores.leases.acquire(collectionName(tasks));
    await stores.leases.acquire('history.v1');
    await stores.leases.acquire('taken.v1');
    await updateGauges({ ...program, meters, stores });
    const text = await textOf(meters);
    expect(text).toContain(`vouch_leases_held{lease="${collectionName(tasks)}"} 1`);
    expect(text).not.toContain('taken.v1');
    expect(text).toContain('vouch_projection_folded_here{projection="tasks"} 1');
    expect(text).not.toContain('vouch_projection_folded_here{projection="alerts"}');
    await held?.release();
    expect(await textOf(meters)).not.toContain(`vouch_leases_held{lease="${collectionName(tasks)}"}`);
    lost.abort();
    expect(await textOf(meters)).not.toContain('vouch_leases_held{lease="history');
  });

  test('jobs and due work are counted by their outcome, and their errors are passed on', async () => {
    const meters = createMeters();
    const run = meters.work(async ({ kind }) => {
      if (kind === 'close') throw new Error('no');
      return kind === 'task' ? 'done' : null;
    });
    const work = { next_at: '', owner: 'o', id: 'i' };
    await run({ ...work, kind: 'task' });
    await run({ ...work, kind: 'routine' });
    await expect(run({ ...work, kind: 'close' })).rejects.toThrow('no');
    const [job] = meters.jobs([{ name: 'due', every: '1 second', run: () => Promise.reject(new Error('off')) }]);
    await expect(job?.run()).rejects.toThrow('off');
    const text = await textOf(meters);
    for (const [kind, outcome] of [
      ['task', 'done'],
      ['routine', 'nothing'],
      ['close', 'failed'],
    ])
      expect(text).toContain(`vouch_due_work_total{kind="${kind}",outcome="${outcome}"} 1`);
    expect(text).toContain('vouch_jobs_total{job="due",outcome="failed"} 1');
  });

  test('reviews that the AI did not make are counted by the reason, and other warnings are not', async () => {
    const meters = createMeters();
    const log = meters.log({ info: () => undefined, warn: () => undefined, error: () => undefined });
    for (const reason of ['timeout', 'timeout', 'key_refused']) log.warn({ reason, status: null }, 'review.fallback_used');
    log.warn({ token: 1 }, 'timekeeper.lost');
    const counted = (await textOf(meters)).split('\n').filter((line) => line.startsWith('vouch_review_fallbacks_total'));
    expect(counted).toEqual(['vouch_review_fallbacks_total{reason="timeout"} 2', 'vouch_review_fallbacks_total{reason="key_refused"} 1']);
  });

  test('the age of the newest backup is measured, and is infinite as long as there is none', async () => {
    const { server, program } = await watched();
    const age = async (): Promise<string | undefined> => {
      await updateGauges(program);
      return /^vouch_backup_age_seconds\{folder="data"\} (.+)$/m.exec(await textOf(program.meters))?.[1];
    };
    expect(await age()).toBe('+Inf');
    noteBackup(server.stores.dataDir, server.app.clock.now());
    server.stores.clock.advance('PT26H');
    expect(await age()).toBe(String(26 * 3_600));
    writeFileSync(join(server.stores.dataDir, 'last-backup.json'), 'half');
    expect(await age()).toBe('+Inf');
  });

  test('reports are counted by how they ended, and shown while they wait or are made', async () => {
    const { program } = await watched();
    const { meters } = program;
    meters.reports = () => ({ waiting: 11, making: 1 });
    for (const outcome of ['made', 'refused_queue', 'refused_queue'] as const) meters.report('pdf', outcome);
    await updateGauges(program);
    const text = await textOf(meters);
    for (const line of [
      'vouch_reports_waiting 11',
      'vouch_reports_making 1',
      'vouch_reports_total{format="pdf",outcome="made"} 1',
      'vouch_reports_total{format="pdf",outcome="refused_queue"} 2',
    ])
      expect(text).toContain(line);
  });
});

const mongo = await sharedMongo();

test.skipIf(mongo === null)('on servers, a worker reports like a program on files, and names a missing server', async () => {
  const eventstore = await startEventStoreDouble();
  onTestFinished(() => eventstore.stop());
  const clock = new TestClock();
  // Long, because a server that answers late on a busy machine is not unavailable. A stopped server refuses connections at once.
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
  expect(text).not.toMatch(/^vouch_(data_free_bytes|backup_age_seconds)/m);

  await eventstore.stop();
  const faults = await faultsOf(watched);
  expect(faults.map(({ name }) => name)).toEqual(['EventStoreDB']);
  expect(faults[0]?.error).not.toContain('esdb://');
});
