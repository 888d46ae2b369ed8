import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type NewEvent, START } from '../../src/domain/kernel/event.ts';
import { type EventStore, WrongExpectedRevision } from '../../src/domain/kernel/event-store.ts';
import type { Opener } from '../../src/domain/kernel/vault.ts';
import type { RawLog } from '../../src/store/event-log/raw-log.ts';
import type { Upcasters } from '../../src/store/event-log/upcasting.ts';
import type { WatchedVault } from '../../src/store/seal.ts';
import { verifyChains } from '../../src/store/verify.ts';
import type { TestClock } from '../support/clock.ts';
import { after, anEvent, endOf } from './events.ts';

export interface EventStoreSubject {
  readonly store: EventStore;
  readonly log: RawLog;
  readonly vault: WatchedVault;
  readonly opener: Opener;
  /** Stands at 2026-11-20T16:00:00.000Z. */
  readonly clock: TestClock;
  /** The same log, read by a program with these upcasters. */
  with(upcasters: Upcasters): EventStore;
  close(): Promise<void>;
}

/** An empty log; a subscription's pause takes no time. */
export type OpenEventStore = () => Promise<EventStoreSubject>;

export function eventStoreContract(openSubject: OpenEventStore): void {
  const open = async () => {
    const subject = await openSubject();
    onTestFinished(() => subject.close());
    return subject;
  };

  describe('append and read', () => {
    it('gives back what was appended, in order, with revision, position, time and version', async () => {
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

    it('has nothing in a stream that is not there, and START for the head of an empty log', async () => {
      const { store } = await open();
      expect(await store.readStream('nowhere')).toEqual([]);
      expect(await store.head()).toBe(START);
      expect(await store.readAll(START, 10)).toEqual([]);
    });

    it('reads a stream from a revision on, that one included', async () => {
      const { store } = await open();
      await store.append('s-1', 'no_stream', [anEvent(), anEvent(), anEvent()]);
      expect((await store.readStream('s-1', 1)).map((event) => event.revision)).toEqual([1, 2]);
      expect(await store.readStream('s-1', 3)).toEqual([]);
    });

    it('reads all streams in one order, strictly after a position, at most so many', async () => {
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
      ['a new stream where there is one', async (store: EventStore) => store.append('s-1', 'no_stream', [anEvent()])],
      [
        'an end that was passed',
        async (store: EventStore) => store.append('s-1', after((await store.readStream('s-1'))[0] as never), [anEvent()]),
      ],
      ['an end that is not reached yet', (store: EventStore) => store.append('s-1', { revision: 5, hash: 'a'.repeat(64) }, [anEvent()])],
      [
        'an end of a stream that is not there',
        (store: EventStore) => store.append('s-2', { revision: 0, hash: 'a'.repeat(64) }, [anEvent()]),
      ],
    ])('refuses %s, and writes nothing', async (_, append) => {
      const { store } = await open();
      const { position } = await store.append('s-1', 'no_stream', [anEvent(), anEvent()]);
      await expect(append(store)).rejects.toThrow(WrongExpectedRevision);
      expect(await store.head()).toBe(position);
    });

    it('lets exactly one of 64 concurrent writers have each revision, and hurts no other stream', async () => {
      const { store, log } = await open();
      const wins = new Set<number>();
      let writes = 0;
      const writer = async (): Promise<void> => {
        for (;;) {
          const past = await store.readStream('contended');
          if (past.length >= 20) return;
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

  describe('repeats', () => {
    it('gives the first answer again for the same ids at the same expected revision, also after later events', async () => {
      const { store } = await open();
      const events = [anEvent(), anEvent()];
      const first = await store.append('s-1', 'no_stream', events);
      expect(await store.append('s-1', 'no_stream', events)).toEqual(first);
      await store.append('s-1', endOf(first.events), [anEvent()]);
      expect(await store.append('s-1', 'no_stream', events)).toEqual(first);
      expect(await store.readStream('s-1')).toHaveLength(3);
    });

    it('takes a leading part of the ids as a repeat, and one more as a lost race', async () => {
      const { store } = await open();
      const events = [anEvent(), anEvent()];
      const { events: stored } = await store.append('s-1', 'no_stream', events);
      expect((await store.append('s-1', 'no_stream', events.slice(0, 1))).events).toEqual(stored.slice(0, 1));
      await expect(store.append('s-1', 'no_stream', [...events, anEvent()])).rejects.toThrow(WrongExpectedRevision);
    });

    it('stores one of two equal appends that are under way together', async () => {
      const { store } = await open();
      const events = [anEvent()];
      const [one, other] = await Promise.all([store.append('s-1', 'no_stream', events), store.append('s-1', 'no_stream', events)]);
      expect(one).toEqual(other);
      expect(await store.readStream('s-1')).toHaveLength(1);
    });
  });

  describe('what is no event', () => {
    const fault = (change: object): NewEvent => ({ ...anEvent(), ...change }) as NewEvent;
    const twice = anEvent();
    it.each<[string, readonly NewEvent[]]>([
      ['no type', [fault({ type: '' })]],
      ['an id that is no UUID', [fault({ id: 'seven' })]],
      ['one id twice', [twice, twice]],
      ['a BigInt', [fault({ data: { n: 1n } })]],
      ['no number', [fault({ data: { n: Number.NaN } })]],
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
      ['a personal part of nobody', [fault({ private: { title: 'x' } })]],
      ['more than 1 MiB', [fault({ data: { text: 'x'.repeat(600_000) } }), fault({ data: { text: 'x'.repeat(600_000) } })]],
      ['nothing', []],
    ])('refuses %s, and writes nothing', async (_, events) => {
      const { store } = await open();
      await expect(store.append('s-1', 'no_stream', events)).rejects.toThrow(TypeError);
      expect(await store.head()).toBe(START);
    });

    it('keeps any text and any number that JSON has, exactly', async () => {
      const { store } = await open();
      const data = { '€': '\u0000\u001f"\\/\u2028😀', '10': 1, '9': -0.5e-7, a: 1e21, __proto: { b: [] }, '': {} };
      await store.append('s-1', 'no_stream', [anEvent({ data })]);
      expect((await store.readStream('s-1'))[0]?.data).toEqual(data);
    });
  });

  describe('sealing', () => {
    it('opens for its owner, for nobody else, and for nobody at all once the key is destroyed', async () => {
      const { store, vault, opener } = await open();
      await vault.createKey('ann');
      await vault.createKey('bob');
      const event = anEvent({ owner: 'ann', private: { title: 'Call the dentist' } });
      const [stored] = (await store.append('s-1', 'no_stream', [event])).events;
      const sealed = stored?.private as string;
      expect(sealed.startsWith(`v1.${event.id}.`)).toBe(true);
      expect(JSON.stringify(stored)).not.toContain('dentist');
      expect(await opener.open('bob', sealed)).toBeNull();
      expect(await opener.open('ann', sealed)).toEqual({ title: 'Call the dentist' });
      expect(await opener.open('bob', sealed)).toBeNull();
      expect(opener.openNow('ann', sealed)).toEqual({ title: 'Call the dentist' });
      await vault.destroyKey('ann');
      expect(opener.openNow('ann', sealed)).toBeNull();
      expect(await opener.open('ann', sealed)).toBeNull();
    });

    it('does not open under another event, or when a bit of it is turned', async () => {
      const { store, vault, opener } = await open();
      await vault.createKey('ann');
      const [stored] = (await store.append('s-1', 'no_stream', [anEvent({ owner: 'ann', private: { title: 'x' } })])).events;
      const [version, , body] = `${stored?.private}`.split('.') as [string, string, string];
      expect(await opener.open('ann', `${version}.${randomUUID()}.${body}`)).toBeNull();
      const bytes = Buffer.from(body, 'base64url');
      bytes[12] = (bytes[12] as number) ^ 1;
      expect(await opener.open('ann', `${version}.${stored?.id}.${bytes.toString('base64url')}`)).toBeNull();
      for (const odd of ['', 'v1', 'v2.a.b', 'v1.a.b.c', 'v1.a.AA']) expect(await opener.open('ann', odd)).toBeNull();
    });

    it('writes nothing personal for an owner without a key', async () => {
      const { store } = await open();
      await expect(store.append('s-1', 'no_stream', [anEvent({ owner: 'ann', private: { title: 'x' } })])).rejects.toThrow(
        'The key of ann is gone',
      );
      expect(await store.head()).toBe(START);
    });
  });

  describe('hash chain', () => {
    // Worked out by hand: sha256 over the RFC 8785 text, with Python's json and hashlib.
    const FIRST = 'e8a330c57f7c0a95064c7457c4188af7400f074de464193875e357eceb361062';
    const SECOND = '1915d5ae434ae6a064db720a2a83570f89c41a06f30bfb09c1d6940dca234b58';

    it('is SHA-256 over the canonical form of what is stored, the same on every driver', async () => {
      const { store, log } = await open();
      const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
      const first = await store.append('s-1', 'no_stream', [
        anEvent({ id: ids[0], data: { z: 1, a: ['é', null, 1.5], '10': true, '9': {} } }),
      ]);
      const second = await store.append('s-1', endOf(first.events), [anEvent({ id: ids[1], type: 'Dropped', data: {} })]);
      expect(first.events[0]?.metadata).toMatchObject({ previous_hash: null, hash: FIRST });
      expect(second.events[0]?.metadata).toMatchObject({ previous_hash: FIRST, hash: SECOND });
      expect(await verifyChains(log)).toEqual({ events: 2, streams: 1, breaks: [] });
    });

    it('runs on within one append', async () => {
      const { store } = await open();
      const [one, two] = (await store.append('s-1', 'no_stream', [anEvent(), anEvent()])).events;
      expect(two?.metadata.previous_hash).toBe(one?.metadata.hash);
    });
  });

  describe('upcasting', () => {
    const upcasters: Upcasters = {
      Noted: [(data) => ({ ...data, count: data.n ?? 0 }), (data) => ({ ...data, doubled: 2 * (data.count as number) })],
    };

    it('reads what was written in an older shape in the newest, by every way of reading', async () => {
      const subject = await open();
      await subject.store.append('s-1', 'no_stream', [anEvent({ data: { n: 3 } }), anEvent({ type: 'Other' })]);
      const newer = subject.with(upcasters);
      const shape = { n: 3, count: 3, doubled: 6 };
      const read = await newer.readStream('s-1');
      expect(read[0]?.data).toEqual(shape);
      expect(read[1]?.data).toEqual({ n: 1 });
      expect((await newer.readAll(START, 10))[0]?.data).toEqual(shape);
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const subscription = newer.subscribe(START, async (events) => resolve(events[0]?.data));
      expect(await promise).toEqual(shape);
      await subscription.stop();
    });

    it('writes the newest version, which is not changed again, and the chain still holds', async () => {
      const subject = await open();
      const newer = subject.with(upcasters);
      const old = await subject.store.append('s-1', 'no_stream', [anEvent()]);
      const [written] = (await newer.append('s-1', endOf(old.events), [anEvent({ data: { count: 5, doubled: 9 } })])).events;
      expect(written).toMatchObject({ data: { count: 5, doubled: 9 }, metadata: { schema_version: 3 } });
      expect((await newer.readStream('s-1', 1))[0]).toEqual(written);
      expect((await verifyChains(subject.log)).breaks).toEqual([]);
    });

    it('refuses to read what a newer program wrote', async () => {
      const subject = await open();
      await subject.with(upcasters).append('s-1', 'no_stream', [anEvent()]);
      await expect(subject.store.readStream('s-1')).rejects.toThrow('of version 3; this program knows version 1');
    });
  });
}
