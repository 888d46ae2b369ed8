import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { StoreFull, StoreUnavailable, WrongExpectedRevision } from '../../src/domain/kernel/event-store.ts';
import { refuseOldSqlite } from '../../src/store/sqlite/database.ts';
import { anEvent, endOf } from '../contract/events.ts';
import { openTestStores, type TestStores } from '../support/app.ts';

function open() {
  const stores = openTestStores();
  onTestFinished(() => stores.dispose());
  return stores;
}

describe('group commit', () => {
  it('writes concurrent appends in one transaction', async () => {
    const { log, store, dataDir } = open();
    log.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await Promise.all(Array.from({ length: 64 }, (_, n) => store.append(`s-${n}`, 'no_stream', [anEvent()])));
    expect(commitFrames(join(dataDir, 'events.db-wal'))).toBe(1);
    for (let n = 64; n < 67; n += 1) await store.append(`s-${n}`, 'no_stream', [anEvent()]);
    expect(commitFrames(join(dataDir, 'events.db-wal'))).toBe(4);
  });

  it('gives each append its own result', async () => {
    const { store } = open();
    const outcomes = await Promise.allSettled([
      store.append('s-1', 'no_stream', [anEvent()]),
      store.append('s-1', 'no_stream', [anEvent()]),
      store.append('s-2', { revision: 3, hash: 'a'.repeat(64) }, [anEvent()]),
      store.append('s-3', 'no_stream', [anEvent(), anEvent()]),
    ]);
    expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: expect.any(WrongExpectedRevision) });
    expect((await store.readAll(START, 10)).map((event) => `${event.stream}@${event.revision}`)).toEqual(['s-1@0', 's-3@0', 's-3@1']);
  });

  it('refuses an id that the stream holds at another revision, without effect on other appends', async () => {
    const { store } = open();
    const event = anEvent();
    const { events } = await store.append('s-1', 'no_stream', [event]);
    const outcomes = await Promise.allSettled([
      store.append('s-1', endOf(events), [anEvent(), event]),
      store.append('s-2', 'no_stream', [anEvent()]),
      store.append('s-1', endOf(events), [anEvent({ data: { n: 'after' } })]),
    ]);
    expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect((await store.readStream('s-1')).map((one) => one.data)).toEqual([{ n: 1 }, { n: 'after' }]);
  });
});

describe('a full disk', () => {
  it('refuses every append of the group, notifies no subscriber, and recovers by itself', async () => {
    const { log, store } = open();
    const { events } = await store.append('s-0', 'no_stream', [anEvent()]);
    const heard: string[] = [];
    const all = Promise.withResolvers<void>();
    const subscription = store.subscribe(START, async (batch) => {
      heard.push(...batch.map((event) => event.stream));
      if (heard.includes('s-last')) all.resolve();
    });
    const { page_count: pages } = log.database.prepare('PRAGMA page_count').get() as { page_count: number };
    log.database.exec(`PRAGMA max_page_count = ${pages + 2}`);
    const big = () => anEvent({ data: { text: 'x'.repeat(60_000) } });
    const outcomes = await Promise.allSettled([
      store.append('s-0', endOf(events), [anEvent()]),
      store.append('s-1', 'no_stream', [big()]),
      store.append('s-2', 'no_stream', [anEvent()]),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreFull) });
    expect(await store.readAll(START, 10)).toEqual(events);
    log.database.exec('PRAGMA max_page_count = 1000000');
    // What the failed group would have written is not treated as written.
    await store.append('s-0', endOf(events), [anEvent()]);
    await store.append('s-1', 'no_stream', [big()]);
    await store.append('s-last', 'no_stream', [anEvent()]);
    await all.promise;
    expect(heard).toEqual(['s-0', 's-0', 's-1', 's-last']);
    expect((await store.readAll(START, 10)).map((event) => event.position)).toEqual(['1', '2', '3', '4'].map((n) => n.padStart(20, '0')));
    await subscription.stop();
  });

  it('makes the log unavailable while the file refuses writes', async () => {
    const { log, store } = open();
    log.database.exec('PRAGMA query_only = ON');
    await expect(store.append('s-1', 'no_stream', [anEvent()])).rejects.toThrow(StoreUnavailable);
    log.database.exec('PRAGMA query_only = OFF');
    await store.append('s-1', 'no_stream', [anEvent()]);
  });
});

describe('opening and closing', () => {
  it('gives all events after it is opened again', async () => {
    const first = open();
    await first.vault.createKey('ann');
    const { events } = await first.store.append('s-1', 'no_stream', [anEvent({ owner: 'ann', private: { title: 'Call' } }), anEvent()]);
    await first.close();
    const second = openTestStores({ dataDir: first.dataDir });
    expect(await second.store.readStream('s-1')).toEqual(events);
    expect(await second.opener.open('ann', events[0]?.private ?? null)).toEqual({ title: 'Call' });
    await second.close();
  });

  it('commits waiting appends when it closes, and refuses later ones', async () => {
    const first = open();
    const waiting = first.store.append('s-1', 'no_stream', [anEvent()]);
    await Promise.resolve();
    await first.close();
    expect((await waiting).revision).toBe(0);
    await expect(first.store.append('s-2', 'no_stream', [anEvent()])).rejects.toThrow(StoreUnavailable);
    const second = openTestStores({ dataDir: first.dataDir });
    expect(await second.store.readStream('s-1')).toHaveLength(1);
    await second.close();
  });

  it('passes the integrity check of its files', async () => {
    const stores = open();
    await stores.store.append('s-1', 'no_stream', [anEvent()]);
    expect(stores.integrity()).toEqual({ 'events.db': [], 'views-history.db': [], 'views-tasks.db': [], 'vault.db': [] });
  });

  it('stores no JSON outside its canonical form', async () => {
    const { log, store } = open();
    await store.append('s-1', 'no_stream', [anEvent({ data: { b: 1, a: 2 } })]);
    const { json } = log.database.prepare('SELECT json FROM events').get() as { json: string };
    expect(json.startsWith('{"data":{"a":2,"b":1},"id":')).toBe(true);
  });
});

/** The frames of a write-ahead log that end a transaction: a header of 32 bytes, then frames with 24 bytes before each page. */
function commitFrames(path: string): number {
  const wal = readFileSync(path);
  const frame = 24 + wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  let commits = 0;
  for (let at = 32; at + frame <= wal.length; at += frame) {
    if (wal.subarray(at + 8, at + 16).equals(salt) && wal.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}

describe('the version of SQLite', () => {
  it.each(['3.51.2', '3.50.9', '2.99.99', '3.9.0', '0'])('refuses %s, and says what is needed', (version) => {
    expect(() => refuseOldSqlite(version)).toThrow(`SQLite ${version} is too old: 3.51.3 or newer is needed`);
  });

  it.each(['3.51.3', '3.51.10', '3.52.0', '4.0.0'])('takes %s', (version) => {
    expect(() => refuseOldSqlite(version)).not.toThrow();
  });
});

describe('the places of streams', () => {
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
});
