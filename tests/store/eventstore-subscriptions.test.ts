import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { type EventStore, StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { openFeed } from '../../src/store/event-log/eventstore/feed.ts';
import { anEvent } from '../contract/events.ts';
import type { Faults } from '../servers/eventstore.ts';
import { handled, openBreakable, openLogOn, SHORT, timed } from '../support/eventstore.ts';

/** Appends in short intervals, and repeats what failed. Gives the number of events. */
async function write(store: EventStore, name: string, count: number): Promise<number> {
  for (let n = 0; n < count; n += 1) {
    const event = anEvent({ data: { n } });
    for (let stored = false; !stored; ) {
      stored = await store.append(`${name}-${n}`, 'no_stream', [event]).then(
        () => true,
        () => false,
      );
    }
  }
  return count;
}

const FAULTS: readonly [string, (faults: Faults) => Promise<unknown>][] = [
  ['a line that is cut', (faults) => faults.cut()],
  ['a line that stays cut for a while', (faults) => faults.cut(300)],
  [
    'a server that is frozen for a while',
    (faults) =>
      faults
        .stall()
        .then(() => delay(2 * SHORT.silence))
        .then(faults.heal),
  ],
  [
    'a server that stops in the middle of a page',
    (faults) =>
      faults
        .stall({ afterEvents: 7 })
        .then(() => delay(2 * SHORT.silence))
        .then(faults.heal),
  ],
  [
    'a server that is not ready for a while',
    (faults) =>
      faults
        .notReady()
        .then(() => delay(200))
        .then(faults.heal),
  ],
  [
    'a slow server',
    (faults) =>
      faults
        .slow(20)
        .then(() => delay(300))
        .then(faults.heal),
  ],
  ['a restart', (faults) => faults.restart(150)],
  ['a subscription that is dropped as too slow', (faults) => faults.slowConsumer()],
  ['answers that are lost', (faults) => faults.loseAnswers(5)],
];

describe('a subscription', () => {
  it.each(FAULTS)('delivers each event once and in order, through %s, live and while catching up', async (_, strike) => {
    const { store, faults } = await openBreakable();
    await write(store, 'before', 25);
    const live = handled(store);
    await live.until(25);
    const late = handled(store, { batch: 4 });
    const striking = strike(faults);
    await write(store, 'during', 10);
    await striking;
    await write(store, 'after', 5);
    await Promise.all([live.until(40), late.until(40)]);
    const all = await store.readAll(START, 1000);
    expect(all).toHaveLength(40);
    expect(live.seen).toEqual(all);
    expect(late.seen).toEqual(all);
  });

  it('receives at once what another process appends', async () => {
    const { store, url } = await openBreakable({ timeouts: { ...SHORT, watch: 60_000 } });
    const listener = handled(store);
    const other = openLogOn(url).store;
    await write(other, 's', 1);
    await listener.until(1);
    const { ms } = await timed(write(other, 't', 1).then(() => listener.until(2)));
    expect(ms).toBeLessThan(1000);
  });

  it('is live again after the server has dropped it, with one subscription on the server for all', async () => {
    const { store, faults, url } = await openBreakable({ timeouts: { ...SHORT, watch: 60_000 } });
    const [one, two] = [handled(store), handled(store)];
    const other = openLogOn(url).store;
    await write(other, 's', 1);
    await Promise.all([one.until(1), two.until(1)]);
    for (let n = 0; n < 5; n += 1) {
      expect(await faults.slowConsumer()).toBe(1);
      await write(other, `t-${n}`, 3);
      await Promise.all([one.until(4 + 3 * n), two.until(4 + 3 * n)]);
      await expect.poll(async () => (await faults.state()).subscriptions).toBe(1);
    }
    expect(one.seen).toEqual(await store.readAll(START, 100));
  });

  it('delivers the same batch again after a handler that threw, also across a lost connection', async () => {
    const { store, faults } = await openBreakable();
    await write(store, 's', 6);
    const calls: string[] = [];
    const done = Promise.withResolvers<void>();
    const subscription = store.subscribe(
      START,
      async (events) => {
        calls.push(events.map(({ stream }) => stream).join(' '));
        if (calls.length === 2) await faults.cut(100);
        if (calls.length < 4) throw new Error('not now');
        if (calls.length === 5) done.resolve();
      },
      { batch: 3 },
    );
    await done.promise;
    await subscription.stop();
    expect(calls).toEqual([...Array.from({ length: 4 }, () => 's-0 s-1 s-2'), 's-3 s-4 s-5']);
  });

  it('repeats a read ahead that failed', async () => {
    const { store, faults } = await openBreakable();
    await write(store, 's', 9);
    const seen: string[] = [];
    const done = Promise.withResolvers<void>();
    const subscription = store.subscribe(
      START,
      async (events) => {
        seen.push(...events.map(({ stream }) => stream));
        if (seen.length === 3) {
          await faults.refuse();
          await expect(store.head()).rejects.toThrow(StoreUnavailable);
          await delay(SHORT.silence);
          await faults.heal();
        }
        if (seen.length === 9) done.resolve();
      },
      { batch: 3 },
    );
    await done.promise;
    await subscription.stop();
    expect(seen).toEqual(Array.from({ length: 9 }, (_, n) => `s-${n}`));
  });

  it('misses nothing that arrives after it has read ahead to the end', async () => {
    const { store } = await openBreakable({ timeouts: { ...SHORT, watch: 60_000 } });
    await write(store, 's', 3);
    const other = handled(store);
    await other.until(3);
    const seen: string[] = [];
    const done = Promise.withResolvers<void>();
    const subscription = store.subscribe(
      START,
      async (events) => {
        seen.push(...events.map(({ stream }) => stream));
        if (seen.length === 2) {
          // The next page, which is not full, has been read by now.
          await delay(100);
          await write(store, 't', 1);
          await other.until(4);
          await delay(100);
        }
        if (seen.length === 4) done.resolve();
      },
      { batch: 2 },
    );
    await done.promise;
    await subscription.stop();
    expect(seen).toEqual(['s-0', 's-1', 's-2', 't-0']);
  });

  it('stops at once while the server does not answer', async () => {
    const { store, log, faults } = await openBreakable({ timeouts: { call: 60_000, silence: 60_000, watch: 50 } });
    await write(store, 's', 3);
    const listener = handled(store);
    await listener.until(3);
    await faults.stall();
    const late = handled(store);
    await delay(100);
    expect((await timed(Promise.all([listener.subscription.stop(), late.subscription.stop()]))).ms).toBeLessThan(500);
    expect((await timed(log.close())).ms).toBeLessThan(3000);
  });

  it('leaves nothing on the server once the last one has stopped', async () => {
    const { store, log, faults } = await openBreakable();
    const [one, two] = [handled(store), handled(store)];
    await write(store, 's', 1);
    await Promise.all([one.until(1), two.until(1)]);
    await expect.poll(async () => (await faults.state()).subscriptions).toBe(1);
    await one.subscription.stop();
    expect((await faults.state()).subscriptions).toBe(1);
    await two.subscription.stop();
    await expect.poll(async () => (await faults.state()).subscriptions).toBe(0);
    const again = handled(store);
    await again.until(1);
    await log.close();
    await expect.poll(faults.state).toMatchObject({ subscriptions: 0, connections: 0 });
  });
});

describe('the feed of news', () => {
  /** A server whose subscriptions are confirmed and then stay silent. */
  function silent() {
    const opened: EventEmitter[] = [];
    const client = {
      subscribeToAll() {
        const subscription = Object.assign(new EventEmitter(), { unsubscribe: async () => undefined });
        opened.push(subscription);
        queueMicrotask(() => subscription.emit('confirmation'));
        return subscription;
      },
    };
    const connection = {
      credentials: { username: '', password: '' },
      call: <Result>(use: (client: never, retired: AbortSignal) => Promise<Result>) => use(client as never, new AbortController().signal),
      close: async () => undefined,
    };
    return { opened, connection };
  }

  it('is started again when it stays silent while the log grows, and reports the news meanwhile', async () => {
    const { opened, connection } = silent();
    let position = 5;
    let reported = 0;
    const head = async () => String(position).padStart(20, '0');
    const feed = openFeed({ connection, timeouts: { ...SHORT, watch: 20 }, prefix: '', head, onNews: () => (reported += 1) });
    onTestFinished(() => feed.stop());
    await expect.poll(() => opened.length).toBe(1);
    await delay(200);
    expect({ opened: opened.length, reported }).toEqual({ opened: 1, reported: 1 });
    position = 6;
    await expect.poll(() => reported).toBeGreaterThan(1);
    await expect.poll(() => opened.length).toBe(2);
    const event = (commit: bigint) => ({ event: { position: { commit, prepare: commit } } });
    position = 7;
    opened[1]?.emit('data', event(7n));
    await delay(200);
    expect(opened).toHaveLength(2);
  });
});
