import { expect, test } from 'vitest';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import { StoreFull, StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import { openDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import type { FakeLog } from '../support/fake-log.ts';
import { hosted } from '../support/hosted.ts';
import { counting, end, gate, naming, promises, setUp, type Tally, troubled } from '../support/runners.ts';

const GROUPS = [[counting(1)], [naming]] as const;

/** Two groups, of which the one that names is written only while the gate is open. */
async function heldGroup() {
  const { open, opened } = gate();
  let closed = false;
  const kept = openDocuments(':memory:');
  const documents: Documents = {
    ...kept,
    apply: async (batch) => {
      if (closed && batch.checkpoints.some(({ name }) => name === 'naming.v1')) await opened;
      return kept.apply(batch);
    },
  };
  const { create, ...rest } = hosted(GROUPS);
  const { runner, log } = setUp({ documents, projections: GROUPS.flat() }, create);
  await runner.start();
  closed = true;
  return { runner, log, open, append: appending(runner, log), ...rest };
}

/** Appends through the runner, as a writer of the program does. */
function appending(runner: ReturnType<typeof setUp>['runner'], log: FakeLog) {
  const store = runner.noting({
    ...log,
    append: async (_stream, _expected, events) => {
      const recorded = events as unknown as readonly Recorded[];
      log.add(...recorded);
      return { revision: 0, position: end(recorded), events: recorded };
    },
  });
  return async (count: number) => (await store.append('any', 'no_stream', promises(count) as never)).position;
}

test('a reader of one group does not wait for another group', async () => {
  const { runner, append, open } = await heldGroup();
  await append(2);
  const { documents, current } = runner.views;
  expect((await documents.get<Tally>(current('counting'), 'u1'))?.doc.sum).toBe(2);
  let named = false;
  const naming = documents.get(current('naming'), 'all').then(() => {
    named = true;
  });
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(named).toBe(false);
  open();
  await naming;
});

test('whoever waits for read models waits for every group', async () => {
  const { runner, append, open } = await heldGroup();
  const position = await append(2);
  await runner.views.documents.get(runner.views.current('counting'), 'u1');
  expect(runner.includes?.(position)).toBe(false);
  await expect(runner.waitForReadModels(position, { timeoutMs: 20 })).rejects.toThrow(StoreUnavailable);
  open();
  await runner.waitForReadModels(position);
  expect(runner.includes?.(position)).toBe(true);
});

test('what a thread has written is known before anybody who waits for it reads on', async () => {
  const { create, noted } = hosted();
  const { runner, log } = setUp({}, create);
  await runner.start();
  const append = appending(runner, log);
  await append(1);
  expect(noted.written).toEqual([]);
  await runner.views.documents.get(runner.views.current('counting'), 'u1');
  expect(noted.written).toEqual([{ collection: 'counting.v1', ids: ['u1'] }]);
});

test('a thread that has ended is started again: it is logged, reads are closed meanwhile, and nothing is lost', async () => {
  const { create, noted, crash } = hosted(GROUPS);
  const { runner, log, logged, sum } = setUp({ projections: GROUPS.flat(), events: promises(2) }, create);
  await runner.start();
  const append = appending(runner, log);
  const ofFirst = () => noted.reading.filter((what) => what.endsWith('0'));
  crash(0);
  expect(ofFirst()).toEqual(['open 0', 'shut 0']);
  const position = await append(3);
  expect(runner.includes?.(position)).toBe(false);
  await runner.waitForReadModels(position);
  expect(await sum()).toBe(5);
  expect(ofFirst()).toEqual(['open 0', 'shut 0', 'open 0']);
  expect(noted.reading.filter((what) => what.endsWith('1'))).toEqual(['open 1']);
  expect(logged.map(({ event }) => event)).toEqual(['read_model.thread_failed']);
  expect(await runner.status()).toMatchObject([{ state: 'live' }, { state: 'live' }]);
});

test('a thread that ends before it has started is started again', async () => {
  const { create, noted, crash } = hosted(undefined, () => {
    if (noted.starts === 1) crash(0);
  });
  const { runner, sum } = setUp({ events: promises(2) }, create);
  await runner.start();
  expect([noted.starts, await sum()]).toEqual([2, 2]);
});

test('a start fails with the error of its thread', async () => {
  const { create } = hosted(undefined, () => {
    throw new StoreUnavailable('The disk has gone.', { cause: Object.assign(new Error('no'), { code: 'EIO' }) });
  });
  const { runner } = setUp({}, create);
  const error = await runner.start().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(error).toMatchObject({ message: 'The disk has gone.', cause: { code: 'EIO' } });
});

test('a full disk makes the main thread free room, and the thread writes again', async () => {
  let full = true;
  const documents = troubled(async () => {
    if (!full) return;
    full = false;
    throw new StoreFull('There is no room left to write.');
  });
  const { create, noted } = hosted();
  const { runner, sum, logged } = setUp({ documents, events: promises(1) }, create);
  await runner.start();
  expect([noted.full, await sum()]).toEqual([[0], 1]);
  expect(logged).toMatchObject([{ event: 'read_model.update_failed', fields: { err: { name: 'StoreFull' } } }]);
});
