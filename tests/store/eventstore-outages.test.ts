import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { anEvent, endOf } from '../contract/events.ts';
import type { Faults } from '../servers/eventstore.ts';
import { handled, openBreakable, openLogOn, SHORT, timed } from '../support/eventstore.ts';

const PATIENCE = { timeout: 15_000, interval: 20 };
/** Above the bound, for a busy machine. */
const SLACK_MS = 700;

/** Faults that make a server useless until they are healed. */
const OUTAGES: readonly [string, (faults: Faults) => Promise<void>][] = [
  ['is gone', (faults) => faults.refuse()],
  ['accepts and never answers', (faults) => faults.stall()],
  ['answers too late', (faults) => faults.slow(2 * SHORT.call)],
  ['is not ready', (faults) => faults.notReady()],
];

describe('a server that', () => {
  it.each(OUTAGES)('%s: every call fails clearly and in time, and the same log recovers', async (_, begin) => {
    const { store, log, faults } = await openBreakable();
    const { events } = await store.append('s-1', 'no_stream', [anEvent()]);
    await begin(faults);
    const next = anEvent();
    const calls: (() => Promise<unknown>)[] = [
      () => store.append('s-1', endOf(events), [next]),
      () => store.readStream('s-1'),
      () => store.readAll(START, 10),
      () => store.readLast(1),
      () => store.head(),
      () => log.ping(),
    ];
    const results = await Promise.all(calls.map((call) => timed(call())));
    for (const { ms, outcome } of results) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
      expect(ms).toBeLessThan(SHORT.call + SLACK_MS);
    }
    await faults.heal();
    // Each attempt has so little time that a busy machine may need another one.
    await vi.waitFor(() => log.ping(), PATIENCE);
    const appended = await store.append('s-1', endOf(events), [next]);
    expect(appended.revision).toBe(1);
    expect(await store.readStream('s-1')).toEqual([...events, ...appended.events]);
    expect(await store.head()).toBe(appended.position);
  });

  it('stops in the middle of a read: the read fails in time, and the same log recovers', async () => {
    const { store, faults } = await openBreakable();
    const events = Array.from({ length: 30 }, () => anEvent());
    const { events: stored } = await store.append('s-1', 'no_stream', events);
    await faults.stall({ afterEvents: 10 });
    const { ms, outcome } = await timed(store.readStream('s-1'));
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    expect(ms).toBeLessThan(SHORT.call + SLACK_MS);
    await faults.heal();
    expect(await store.readStream('s-1')).toEqual(stored);
  });

  it('is away for a moment is waited for', async () => {
    const { store, faults } = await openBreakable({ timeouts: { ...SHORT, call: 5000 } });
    const { events } = await store.append('s-1', 'no_stream', [anEvent()]);
    const back = faults.restart(150);
    expect(await store.readStream('s-1')).toEqual(events);
    expect((await store.append('s-1', endOf(events), [anEvent()])).revision).toBe(1);
    await back;
  });

  it('is slow but within the bound is waited for', async () => {
    const { store, faults } = await openBreakable();
    await faults.slow(SHORT.silence / 4);
    const { events } = await store.append('s-1', 'no_stream', [anEvent(), anEvent()]);
    expect(await store.readAll(START, 10)).toEqual(events);
  });

  it('drops the connection between calls is not noticed', async () => {
    const { store, faults } = await openBreakable();
    let past = (await store.append('s-1', 'no_stream', [anEvent()])).events;
    for (let n = 0; n < 5; n += 1) {
      await faults.cut();
      past = [...(await store.readStream('s-1'))];
      await faults.cut();
      await store.append('s-1', endOf(past), [anEvent()]);
    }
    expect(await store.readStream('s-1')).toHaveLength(6);
  });
});

/**
 * A connection to the server on which existing connections can stop answering for good, as behind a router that
 * forgot them; new ones work.
 */
async function forgetful(url: string) {
  const port = Number(new URL(url.replace('esdb:', 'http:')).port);
  const lines = new Set<Socket>();
  const way = createServer((outer) => {
    const inner = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      lines.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  onTestFinished(() => {
    for (const line of lines) line.destroy();
    way.close();
  });
  const forget = () => {
    for (const line of lines) line.unpipe().pause();
  };
  return { url: `esdb://127.0.0.1:${(way.address() as AddressInfo).port}?tls=false`, forget };
}

describe('a connection that stops answering', () => {
  it('is replaced by a new one while others still wait for it', async () => {
    const server = await openBreakable();
    const { url, forget } = await forgetful(server.url);
    const { store } = openLogOn(url, { timeouts: { call: 6000, silence: 1000 } });
    const { events } = await store.append('s-1', 'no_stream', [anEvent()]);
    forget();
    const append = timed(store.append('s-1', endOf(events), [anEvent()]));
    await delay(900);
    const late = store.readStream('s-1');
    // After the first has noticed it; the other takes as long again.
    expect((await append).ms).toBeLessThan(1800);
    expect(await late).toHaveLength(2);
  });

  it('is replaced for subscriptions as soon as any call notices, otherwise when no news arrives', async () => {
    const server = await openBreakable();
    for (const watch of [60_000, SHORT.watch]) {
      const { url, forget } = await forgetful(server.url);
      const { store } = openLogOn(url, { timeouts: { ...SHORT, watch } });
      const listener = handled(store);
      await store.append(`mine-${watch}`, 'no_stream', [anEvent()]);
      const before = (await store.readAll(START, 10)).length;
      await listener.until(before);
      // Until no read is under way that would notice it by itself.
      await delay(100);
      forget();
      if (watch > SHORT.call) expect(await store.readStream(`mine-${watch}`)).toHaveLength(1);
      await server.store.append(`other-${watch}`, 'no_stream', [anEvent()]);
      await listener.until(before + 1);
      expect(listener.seen).toEqual(await store.readAll(START, 10));
    }
  });
});

describe('a cluster', () => {
  it('is asked for its leader, and again after an outage', async () => {
    const { url, faults } = await openBreakable();
    const node = url.slice('esdb://'.length, url.indexOf('?'));
    const { store } = openLogOn(`esdb://${node},${node}?tls=false`);
    const { events } = await store.append('s-1', 'no_stream', [anEvent()]);
    await faults.refuse();
    const results = await Promise.all([timed(store.append('s-1', endOf(events), [anEvent()])), timed(store.readStream('s-1'))]);
    for (const { ms, outcome } of results) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
      expect(ms).toBeLessThan(SHORT.call + SLACK_MS);
    }
    await faults.heal();
    const found = await vi.waitFor(() => store.readStream('s-1'), PATIENCE);
    expect(found.slice(0, 1)).toEqual(events);
    // Calls that were given up may arrive all the same: the client goes on looking for the leader.
    expect(found.length).toBeLessThanOrEqual(2);
  });
});
