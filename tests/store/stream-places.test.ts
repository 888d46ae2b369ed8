import { expect, it, onTestFinished } from 'vitest';
import { anEvent, endOf } from '../contract/events.ts';
import { openTestStores, type TestStores } from '../support/stores.ts';

function open(dataDir?: string): TestStores {
  const stores = openTestStores(dataDir === undefined ? {} : { dataDir });
  onTestFinished(() => stores.dispose());
  return stores;
}

const placed = (stores: TestStores): number =>
  (stores.log.database.prepare('SELECT count(*) AS count FROM places').get() as { count: number }).count;

/** Two events in each of so many streams. */
async function fill({ store }: TestStores, streams: number): Promise<void> {
  for (let n = 0; n < streams; n += 1) {
    const { events } = await store.append(`s-${n}`, 'no_stream', [anEvent()]);
    await store.append(`s-${n}`, endOf(events), [anEvent()]);
  }
}

it('reads streams completely, whether their places are written, waiting or being written', async () => {
  const stores = open();
  await fill(stores, 300);
  expect(placed(stores)).toBeGreaterThan(0);
  expect(placed(stores)).toBeLessThan(600);
  for (let n = 0; n < 300; n += 1) expect((await stores.store.readStream(`s-${n}`)).map((event) => event.revision)).toEqual([0, 1]);
  expect((await stores.store.readStream('s-0', 1)).map((event) => event.revision)).toEqual([1]);
});

it('restores places that a crash left unwritten by reading only the end of the log', async () => {
  const before = open();
  await fill(before, 300);
  const written = placed(before);
  // Closing writes no places either, so the file is as a killed process would leave it.
  await before.close();
  const after = open(before.dataDir);
  expect(placed(after)).toBe(written);
  for (let n = 0; n < 300; n += 1) expect(await after.store.readStream(`s-${n}`)).toHaveLength(2);
  const { events } = await after.store.append('s-299', endOf(await after.store.readStream('s-299')), [anEvent()]);
  expect(events[0]?.revision).toBe(2);
});

it('builds all places again if there are none', async () => {
  const before = open();
  await fill(before, 20);
  before.log.database.exec('DELETE FROM places; UPDATE placed SET position = 0');
  await before.close();
  const after = open(before.dataDir);
  for (let n = 0; n < 20; n += 1) expect(await after.store.readStream(`s-${n}`)).toHaveLength(2);
});

it('skips the places of a failed commit, and writes the waiting ones with the next commit', async () => {
  const stores = open();
  await fill(stores, 280);
  stores.log.database.exec('PRAGMA query_only = ON');
  await expect(stores.store.append('s-lost', 'no_stream', [anEvent()])).rejects.toThrow();
  stores.log.database.exec('PRAGMA query_only = OFF');
  expect(await stores.store.readStream('s-lost')).toEqual([]);
  await fill(
    { ...stores, store: { ...stores.store, append: (stream, expected, events) => stores.store.append(`t-${stream}`, expected, events) } },
    280,
  );
  for (const name of ['s-0', 's-279', 't-s-0', 't-s-279']) expect(await stores.store.readStream(name)).toHaveLength(2);
});
