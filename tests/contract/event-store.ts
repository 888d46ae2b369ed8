import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type JsonObject, type NewEvent, START } from '../../src/domain/kernel/event.ts';
import { type EventStore, WrongExpectedRevision } from '../../src/domain/kernel/event-store.ts';
import type { Opener } from '../../src/ports/secrets.ts';
import type { RawLog } from '../../src/store/event-log/raw-log.ts';
import type { Upcasters } from '../../src/store/event-log/upcasting.ts';
import type { WatchedVault } from '../../src/store/seal.ts';
import { verifyChains } from '../../src/store/verify/chains.ts';
import type { TestClock } from '../support/clock.ts';
import { after, anEvent, endOf } from './events.ts';

export interface EventStoreSubject {
  readonly store: EventStore;
  readonly log: RawLog;
  readonly vault: WatchedVault;
  readonly opener: Opener;
  /** Its clock stands at 2026-11-20T16:00:00.000Z. */
  readonly clock: TestClock;
  /** The same log, opened by a program with these upcasters. */
  with(upcasters: Upcasters): EventStore;
  close(): Promise<void>;
}

/** With this many events in a stream the writers that contend for it stop. */
const CONTENDED = 5;

/** An empty log; a subscription's pause takes no time. */
export type OpenEventStore = () => Promise<EventStoreSubject>;

export function eventStoreContract(openSubject: OpenEventStore): void {
  const open = async () => {
    const subject = await openSubject();
    onTestFinished(() => subject.close());
    return subject;
  };

  describe('append and read', () => {
    it('gives the events as they were appended, with revision, position, time and version', async () => {
      const { store } = await open();
      const events = [anEvent({ data: { n: 1, deep: { list: [1, 'two', null, true] } } }), anEvent({ data: { n: 2 } })];
      const appended = await store.append('s-1', 'no_stream', events);
      const read = await store.readStream('s-1');
      expect(read).toEqual(appended.events);
      expect(read.map(({ id, type, data, private: sealed }) => ({ id, type, data, sealed }))).toEqual(
        events.map(({ id, type, data }) => ({ id, type, data, sealed: null })),
      );
      expect(read.map((event) => event.revision)).toEqual([0, 1]);
      expect(appended.revision).toBe(1);
      expect(appended.position).toBe(read[1]?.position);
      expect(read[0]?.position).toMatch(/^\d{20}$/);
      expect(read[0]?.metadata).toMatchObject({
        ...events[0]?.metadata,
        recorded_at: '2026-11-20T16:00:00.000Z',
        schema_version: 1,
        previous_hash: null,
      });
      expect(await store.head()).toBe(appended.position);
    });

    it('leaves out members that are undefined, in the answer and in the log', async () => {
      const { store } = await open();
      const data = { n: 1, none: undefined, deep: [{ none: undefined }] } as unknown as JsonObject;
      const { events } = await store.append('s-1', 'no_stream', [anEvent({ data }), anEvent({ data: { n: 2 } })]);
      expect(events).toStrictEqual(await store.readStream('s-1'));
      expect(events[0]?.data).toStrictEqual({ n: 1, deep: [{}] });
    });

    it('gives no events for a stream that does not exist, and START as the head of an empty log', async () => {
      const { store } = await open();
      expect(await store.readStream('nowhere')).toEqual([]);
      expect(await store.head()).toBe(START);
      expect(await store.readAll(START, 10)).toEqual([]);
    });

    it('reads a stream from a revision on, including it', async () => {
      const { store } = await open();
      await store.append('s-1', 'no_stream', [anEvent(), anEvent(), anEvent()]);
      expect((await store.readStream('s-1', 1)).map((event) => event.revision)).toEqual([1, 2]);
      expect(await store.readStream('s-1', 3)).toEqual([]);
    });

    it('reads all streams in one order, strictly after a position, up to a limit', async () => {
      const { store } = await open();
      const written = [];
      for (let n = 0; n < 7; n += 1)
        written.push(...(await store.append(`s-${n % 3}-${n}`, 'no_stream', [anEvent({ data: { n } })])).events);
      const read = [];
      for (let at = START; ; ) {
        const page = await store.readAll(at, 3);
        expect(page.length).toBeLessThanOrEqual(3);
        read.push(...page);
        const last = page.at(-1);
        if (!last) break;
        at = last.position;
      }
      expect(read).toEqual(written);
      expect(read.map((event) => event.position)).toEqual(read.map((event) => event.position).toSorted());
    });
  });

  describe('expected revision', () => {
    it.each([
      ['a new stream that already exists', async (store: EventStore) => store.append('s-1', 'no_stream', [anEvent()])],
      [
        'a revision before the end',
        async (store: EventStore) => store.append('s-1', after((await store.readStream('s-1'))[0] as never), [anEvent()]),
      ],
      ['a revision beyond the end', (store: EventStore) => store.append('s-1', { revision: 5, hash: 'a'.repeat(64) }, [anEvent()])],
      [
        'a revision of a stream that does not exist',
        (store: EventStore) => store.append('s-2', { revision: 0, hash: 'a'.repeat(64) }, [anEvent()]),
      ],
    ])('refuses %s and writes nothing', async (_, append) => {
      const { store } = await open();
      const { position } = await store.append('s-1', 'no_stream', [anEvent(), anEvent()]);
      await expect(append(store)).rejects.toThrow(WrongExpectedRevision);
      expect(await store.head()).toBe(position);
    });

    it('gives each revision to exactly one of 64 concurrent writers, without effect on other streams', async () => {
      const { store, log } = await open();
      const wins = new Set<number>();
      let writes = 0;
      const writer = async (): Promise<void> => {
        for (;;) {
          const past = await store.readStream('contended');
          if (past.length >= CONTENDED) return;
          try {
            wins.add((await store.append('contended', endOf(past), [anEvent()])).revision);
            writes += 1;
          } catch (error) {
            expect(error).toBeInstanceOf(WrongExpectedRevision);
          }
          await store.append(`own-${randomUUID()}`, 'no_stream', [anEvent()]);
        }
      };
      await Promise.all(Array.from({ length: 64 }, writer));
      expect((await store.readStream('contended')).map((event) => event.revision)).toEqual([...wins].toSorted((a, b) => a - b));
      expect(writes).toBe(wins.size);
      expect((await verifyChains(log)).breaks).toEqual([]);
    });
  });

  describe('the newest events', () => {
    it('are read newest first; an empty log has none', async () => {
      const { store } = await open();
      expect(await store.readLast(3)).toEqual([]);
      for (let n = 0; n < 5; n += 1) await store.append(`s-${n}`, 'no_stream', [anEvent(), anEvent()]);
      const all = await store.readAll(START, 100);
      expect(await store.readLast(3)).toEqual(all.toReversed().slice(0, 3));
      expect(await store.readLast(100)).toEqual(all.toReversed());
    });
  });

  describe('repeated appends', () => {
    it('with the same ids and expected revision get the first result again, also after later events', async () => {
      const { store } = await open();
      const events = [anEvent(), anEvent()];
      const first = await store.append('s-1', 'no_stream', events);
      expect(await store.append('s-1', 'no_stream', events)).toEqual(first);
      await store.append('s-1', endOf(first.events), [anEvent()]);
      expect(await store.append('s-1', 'no_stream', events)).toEqual(first);
      expect(await store.readStream('s-1')).toHaveLength(3);
    });

    it('with fewer ids count as a repetition, and with one id more as a conflict', async () => {
      const { store } = await open();
      const events = [anEvent(), anEvent()];
      const { events: stored } = await store.append('s-1', 'no_stream', events);
      expect((await store.append('s-1', 'no_stream', events.slice(0, 1))).events).toEqual(stored.slice(0, 1));
      await expect(store.append('s-1', 'no_stream', [...events, anEvent()])).rejects.toThrow(WrongExpectedRevision);
    });

    it('at the same time store the events once', async () => {
      const { store } = await open();
      const events = [anEvent()];
      const [one, other] = await Promise.all([store.append('s-1', 'no_stream', events), store.append('s-1', 'no_stream', events)]);
      expect(one).toEqual(other);
      expect(await store.readStream('s-1')).toHaveLength(1);
    });
  });

  describe('validation', () => {
    const fault = (change: object): NewEvent => ({ ...anEvent(), ...change }) as NewEvent;
    const twice = anEvent();
    it.each<[string, readonly NewEvent[]]>([
      ['an event without a type', [fault({ type: '' })]],
      ['an id that is not a UUID', [fault({ id: 'seven' })]],
      ['the same id twice', [twice, twice]],
      ['a BigInt', [fault({ data: { n: 1n } })]],
      ['NaN', [fault({ data: { n: Number.NaN } })]],
      ['half a surrogate pair', [fault({ data: { text: '\ud800' } })]],
      ['a Date', [fault({ data: { at: new Date(0) } })]],
      [
        'itself',
        [
          fault({
            data: (() => {
              const loop: Record<string, unknown> = {};
              loop.loop = loop;
              return loop;
            })(),
          }),
        ],
      ],
      ['a personal part without an owner', [fault({ private: { title: 'x' } })]],
      ['more than 1 MiB', [fault({ data: { text: 'x'.repeat(600_000) } }), fault({ data: { text: 'x'.repeat(600_000) } })]],
      ['nothing', []],
    ])('refuses %s and writes nothing', async (_, events) => {
      const { store } = await open();
      await expect(store.append('s-1', 'no_stream', events)).rejects.toThrow(TypeError);
      expect(await store.head()).toBe(START);
    });

    it('accepts any text and any number that JSON can hold, and stores it exactly', async () => {
      const { store } = await open();
      const data = { '€': '\u0000\u001f"\\/\u2028😀', '10': 1, '9': -0.5e-7, a: 1e21, __proto: { b: [] }, '': {} };
      await store.append('s-1', 'no_stream', [anEvent({ data })]);
      expect((await store.readStream('s-1'))[0]?.data).toEqual(data);
    });
  });
}
