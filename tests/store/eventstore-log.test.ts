import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { StoreUnavailable, WrongExpectedRevision } from '../../src/domain/kernel/event-store.ts';
import { openEventStoreLog } from '../../src/store/event-log/eventstore/log.ts';
import { InvalidEvent } from '../../src/store/event-log/prepare.ts';
import { verifyChains } from '../../src/store/verify/chains.ts';
import { anEvent, endOf } from '../contract/events.ts';
import type { Faults } from '../servers/eventstore.ts';
import { openBreakable, openLogOn, SHORT, timed } from '../support/eventstore.ts';

/** Above the bound, for a busy machine. */
const SLACK_MS = 700;

describe('an append', () => {
  it('is answered and stored once even if the server’s answer is lost', async () => {
    const { store, faults } = await openBreakable();
    await faults.loseAnswers(2);
    const { events } = await store.append('s-1', 'no_stream', [anEvent(), anEvent()]);
    expect(await store.readAll(START, 10)).toEqual(events);
    const other = [anEvent()];
    await faults.loseAnswers(1_000);
    const { ms, outcome } = await timed(store.append('s-2', 'no_stream', other));
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    expect(ms).toBeLessThan(SHORT.call + SLACK_MS);
    await faults.heal();
    const again = await store.append('s-2', 'no_stream', other);
    expect(await store.readStream('s-2')).toEqual(again.events);
  });

  it('of ids that are stored with other data gives what is stored', async () => {
    const { store, log, clock } = await openBreakable();
    const [one, two] = [anEvent({ data: { n: 'first' } }), anEvent()];
    const first = await store.append('s-1', 'no_stream', [one, two]);
    clock.advance('PT1H');
    expect(await store.append('s-1', 'no_stream', [{ ...one, data: { n: 'other' } }, two])).toEqual(first);
    expect(await store.append('s-1', 'no_stream', [one])).toEqual({
      revision: 0,
      position: first.events[0]?.position,
      events: first.events.slice(0, 1),
    });
    expect(await store.readStream('s-1')).toEqual(first.events);
    expect((await verifyChains(log)).breaks).toEqual([]);
  });

  it('of an id that the stream holds at another revision is refused', async () => {
    const { store, url } = await openBreakable();
    const event = anEvent();
    const { events } = await store.append('s-1', 'no_stream', [event]);
    await expect(store.append('s-1', endOf(events), [anEvent(), event])).rejects.toThrow(InvalidEvent);
    const other = openLogOn(url).store;
    const past = await other.readStream('s-1');
    await expect(other.append('s-1', endOf(past), [event])).rejects.toThrow(`already holds an event ${event.id}`);
    expect(await store.readStream('s-1')).toEqual(events);
  });

  it('needs one call for one event, two for several and no more on a conflict; a full page needs one', async () => {
    const { store, faults } = await openBreakable();
    const calls = async () => {
      const { append, read, batch } = (await faults.state()).calls;
      return { append, read, batch };
    };
    const { events } = await store.append('s-1', 'no_stream', [anEvent()]);
    expect(await calls()).toEqual({ append: 1, read: 0, batch: 0 });
    const more = await store.append('s-1', endOf(events), [anEvent(), anEvent()]);
    expect(await calls()).toEqual({ append: 2, read: 1, batch: 0 });
    expect(more.events.map(({ position }) => position)).toEqual((await store.readStream('s-1', 1)).map(({ position }) => position));
    await expect(store.append('s-1', endOf(events), [anEvent()])).rejects.toThrow(WrongExpectedRevision);
    expect(await calls()).toEqual({ append: 3, read: 3, batch: 0 });
    await expect(store.append('s-2', { revision: 7, hash: 'a'.repeat(64) }, [anEvent()])).rejects.toThrow(WrongExpectedRevision);
    expect(await calls()).toEqual({ append: 4, read: 3, batch: 0 });
    expect(await store.readAll(events[0]?.position as string, 2)).toEqual(more.events);
    expect(await calls()).toEqual({ append: 4, read: 4, batch: 0 });
  });

  it('is refused if the server would refuse or hide it', async () => {
    const { log, store } = await openBreakable({ timeouts: { ...SHORT, call: 8000 } });
    const json = JSON.stringify({ ...anEvent(), data: 'x'.repeat(1_100_000), metadata: { hash: 'a'.repeat(64) } });
    await expect(log.append('s-1', -1, [{ id: anEvent().id, stream: 's-1', revision: 0, type: 'Noted', json }])).rejects.toThrow(
      InvalidEvent,
    );
    await expect(store.append('$s', 'no_stream', [anEvent()])).rejects.toThrow(InvalidEvent);
    await expect(store.append('s-1', 'no_stream', [anEvent({ type: '$noted' })])).rejects.toThrow(InvalidEvent);
    expect(await store.head()).toBe(START);
  });

  it.each<[string, (faults: Faults) => Promise<unknown>]>([
    ['answers that come in another order', (faults) => faults.reorder(7)],
    ['answers that are lost', (faults) => faults.loseAnswers(8)],
    [
      'a line that is cut again and again',
      async (faults) => {
        for (let n = 0; n < 5; n += 1) {
          await delay(10);
          await faults.cut();
        }
      },
    ],
    ['a restart', (faults) => faults.restart(100)],
  ])('is stored once if it was acknowledged, with 64 at a time, despite %s', async (_, begin) => {
    const { store, log, faults } = await openBreakable({ timeouts: { ...SHORT, call: 8000 } });
    const trouble = begin(faults);
    const acknowledged = await Promise.all(
      Array.from({ length: 64 }, async (_, n) => {
        const first = await store.append(`s-${n}`, 'no_stream', [anEvent({ data: { n } })]);
        const second = await store.append(`s-${n}`, endOf(first.events), [anEvent(), anEvent()]);
        return [...first.events, ...second.events];
      }),
    );
    await trouble;
    await faults.heal();
    const all = await store.readAll(START, 1000);
    expect(all).toEqual(acknowledged.flat().toSorted((a, b) => (a.position < b.position ? -1 : 1)));
    expect((await verifyChains(log)).breaks).toEqual([]);
  });
});

describe('reading all events', () => {
  it('leaves out the server’s own events and still fills its pages', async () => {
    const { store, faults } = await openBreakable();
    await faults.systemEvents(300);
    expect(await store.readAll(START, 5)).toEqual([]);
    const events = [];
    for (let n = 0; n < 5; n += 1) {
      events.push(...(await store.append(`s-${n}`, 'no_stream', [anEvent()])).events);
      await faults.systemEvents(n === 2 ? 1000 : 20);
    }
    expect(await store.readAll(START, 100)).toEqual(events);
    expect(await store.readAll(START, 4)).toEqual(events.slice(0, 4));
    expect(await store.readAll(events[1]?.position as string, 2)).toEqual(events.slice(2, 4));
    expect(await store.readLast(4)).toEqual(events.toReversed().slice(0, 4));
    expect(await store.head()).toBe(events.at(-1)?.position);
  });

  it('leaves out events of other programs on the same server', async () => {
    const { url, store } = await openBreakable();
    const [one, other] = [openLogOn(url, { prefix: 'one.' }).store, openLogOn(url, { prefix: 'other.' }).store];
    await store.append('s-1', 'no_stream', [anEvent()]);
    const { events } = await one.append('s-1', 'no_stream', [anEvent()]);
    await other.append('s-1', 'no_stream', [anEvent()]);
    expect(await one.readAll(START, 10)).toEqual(events);
    expect(await one.readStream('s-1')).toEqual(events);
    expect(await one.head()).toBe(events[0]?.position);
    expect(await store.readAll(START, 10)).toHaveLength(3);
  });
});

describe('a position that does not exist', () => {
  it('is reported as unavailable in bounded time when events follow it, and gives nothing when none follow', async () => {
    const { store } = await openBreakable();
    const { position } = await store.append('s-1', 'no_stream', [anEvent()]);
    const none = String(BigInt(position) + 1n).padStart(START.length, '0');
    expect(await store.readAll(none, 10)).toEqual([]);
    const { events } = await store.append('s-2', 'no_stream', [anEvent()]);
    const { ms, outcome } = await timed(store.readAll(none, 10));
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    expect(ms).toBeLessThan(SHORT.call + SLACK_MS);
    expect(await store.readAll(position, 10)).toEqual(events);
  });
});

describe('the end of the log', () => {
  it('is asked for once for all who ask at the same time, and never misses what was appended before', async () => {
    const { store, faults } = await openBreakable();
    await store.append('s-1', 'no_stream', [anEvent()]);
    const { calls: before } = await faults.state();
    const early = Array.from({ length: 20 }, () => store.head());
    const { position } = await store.append('s-2', 'no_stream', [anEvent()]);
    const late = await Promise.all(Array.from({ length: 20 }, () => store.head()));
    expect(late).toEqual(late.map(() => position));
    await Promise.all(early);
    expect((await faults.state()).calls.read - before.read).toBe(2);
  });
});

describe('the connection string', () => {
  it('needs a user, unless it is insecure', async () => {
    expect(() => openEventStoreLog({ url: 'esdb://db.example.org:2113' })).toThrow('needs a user and a password');
    expect(() => openEventStoreLog({ url: 'http://db.example.org' })).toThrow('needs a user and a password');
    const { url, store } = await openBreakable();
    await store.append('s-1', 'no_stream', [anEvent()]);
    const named = url.replace('esdb://', 'esdb+discover://us%40er:pass@').concat('&keepAliveInterval=20000');
    expect(await openLogOn(named).store.readStream('s-1')).toHaveLength(1);
  });
});

describe('a log', () => {
  const program = join(import.meta.dirname, 'eventstore-process.ts');

  it.each<[string, (faults: Faults) => Promise<unknown>]>([
    ['works', async () => undefined],
    ['is frozen', (faults) => faults.stall()],
    ['is gone', (faults) => faults.refuse()],
  ])('lets the process end without an unhandled error when it is closed while the server %s', async (_, begin) => {
    const { url, faults } = await openBreakable();
    const child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('ready');
    await begin(faults);
    child.stdin.write('close\n');
    expect((await lines.next()).value).toBe('closed');
    expect(await ended).toEqual([0, null]);
  });
});
