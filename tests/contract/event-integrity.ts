import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Sealed, START } from '../../src/domain/kernel/event.ts';
import type { Upcasters } from '../../src/store/event-log/upcasting.ts';
import { verifyChains } from '../../src/store/verify/chains.ts';
import type { OpenEventStore } from './event-store.ts';
import { anEvent, endOf } from './events.ts';

/** Sealing, the hash chain and upcasting. */
export function eventIntegrityContract(openSubject: OpenEventStore): void {
  const open = async () => {
    const subject = await openSubject();
    onTestFinished(() => subject.close());
    return subject;
  };

  describe('sealing', () => {
    it('can be opened by the owner’s key only, and by no key once it is destroyed', async () => {
      const { store, vault, opener } = await open();
      await vault.createKey('ann');
      await vault.createKey('bob');
      const event = anEvent({ owner: 'ann', private: { title: 'Call the dentist' } });
      const [stored] = (await store.append('s-1', 'no_stream', [event])).events;
      const sealed = stored?.private as Sealed;
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

    it('cannot be opened under another event id, or if a bit has changed', async () => {
      const { store, vault, opener } = await open();
      await vault.createKey('ann');
      const [stored] = (await store.append('s-1', 'no_stream', [anEvent({ owner: 'ann', private: { title: 'x' } })])).events;
      const [version, , body] = `${stored?.private}`.split('.') as [string, string, string];
      expect(await opener.open('ann', `${version}.${randomUUID()}.${body}` as Sealed)).toBeNull();
      const bytes = Buffer.from(body, 'base64url');
      bytes[12] = (bytes[12] as number) ^ 1;
      expect(await opener.open('ann', `${version}.${stored?.id}.${bytes.toString('base64url')}` as Sealed)).toBeNull();
      for (const odd of ['', 'v1', 'v2.a.b', 'v1.a.b.c', 'v1.a.AA']) expect(await opener.open('ann', odd as Sealed)).toBeNull();
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
    // Computed independently: sha256 over the RFC 8785 text, with Python's json and hashlib.
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

    it('links the events of one append', async () => {
      const { store } = await open();
      const [one, two] = (await store.append('s-1', 'no_stream', [anEvent(), anEvent()])).events;
      expect(two?.metadata.previous_hash).toBe(one?.metadata.hash);
    });
  });

  describe('upcasting', () => {
    const upcasters: Upcasters = {
      Noted: [(data) => ({ ...data, count: data.n ?? 0 }), (data) => ({ ...data, doubled: 2 * (data.count as number) })],
    };

    it('gives events of an older shape in the newest shape, by every way of reading', async () => {
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

    it('does not change events of the newest version, and the chain stays valid', async () => {
      const subject = await open();
      const newer = subject.with(upcasters);
      const old = await subject.store.append('s-1', 'no_stream', [anEvent()]);
      const [written] = (await newer.append('s-1', endOf(old.events), [anEvent({ data: { count: 5, doubled: 9 } })])).events;
      expect(written).toMatchObject({ data: { count: 5, doubled: 9 }, metadata: { schema_version: 3 } });
      expect((await newer.readStream('s-1', 1))[0]).toEqual(written);
      expect((await verifyChains(subject.log)).breaks).toEqual([]);
    });

    it('refuses events that a newer program wrote', async () => {
      const subject = await open();
      await subject.with(upcasters).append('s-1', 'no_stream', [anEvent()]);
      await expect(subject.store.readStream('s-1')).rejects.toThrow('of version 3; this program knows version 1');
    });
  });
}
