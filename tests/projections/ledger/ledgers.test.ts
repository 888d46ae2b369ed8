import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConsistent, isIncluded, PORTABLE, rootOf } from '../../../src/contracts/ledger/merkle.ts';
import { EVENTS } from '../../../src/domain/catalogue.ts';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import { partnerKeyOwner } from '../../../src/domain/partner/events.ts';
import type { Batch } from '../../../src/ports/documents.ts';
import { Folding } from '../../../src/projections/engine/folding.ts';
import { collectionName } from '../../../src/projections/engine/projection.ts';
import { accountsOf, type LeafDoc, leafId, ledgers } from '../../../src/projections/ledger/ledgers.ts';
import { consistencyPath, inclusionPath, leafOfEvent, leavesOf, ledgerOf, rootAt } from '../../../src/projections/ledger/tree.ts';
import { build, feed } from '../support/build.ts';
import { randomWorld } from '../support/random-world.ts';

/** The frozen rule, written a second time. */
const isOf = ({ metadata, data }: Recorded, account: string): boolean =>
  metadata.owner === account || (data as { user_id?: unknown }).user_id === account;

/** The events of a world, whose deciders know no hashes, with hashes. */
const hashed = (events: readonly Recorded[]): readonly Recorded[] =>
  events.map((event) => ({ ...event, metadata: { ...event.metadata, hash: hash('sha256', event.id) } }));

const projections = [ledgers];
const collection = collectionName(ledgers);
const leafOf = ({ metadata }: Recorded): string => PORTABLE.leaf(metadata.hash);

describe('the ledger of an account', () => {
  it('holds every event that names the account, in the order of the log, in whatever batches they come', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const events = hashed(randomWorld(seed, 60).events);
        for (const options of [{ batch: events.length }, { batch: 1, hot: 0 }, { batch: 7, hot: 1 }]) {
          const { documents, views } = await build(events, { projections, ...options });
          await feed(documents, events, { projections, ...options });
          for (const owner of ['u1', 'u2']) {
            const own = events.filter((event) => isOf(event, owner));
            const leaves = [];
            for await (const page of leavesOf(views, owner, own.length)) leaves.push(...page);
            expect(leaves.map(({ doc }) => doc.event_id)).toEqual(own.map(({ id }) => id));
            expect(await ledgerOf(views, owner)).toMatchObject({ owner, size: own.length });
            expect(await rootAt(views, owner, own.length)).toBe(rootOf(own.map(leafOf)));
          }
          await documents.close();
        }
      }),
      { numRuns: 5 },
    ));

  it('proves that each event is in it, at every size that it has had', async () => {
    const events = hashed(randomWorld(7, 60).events);
    const { views, documents } = await build(events, { projections });
    const own = events.filter((event) => isOf(event, 'u1'));
    const roots = own.map((_, at) => rootOf(own.slice(0, at + 1).map(leafOf)));
    expect(own.length).toBeGreaterThan(70);
    for (const [index, event] of own.entries()) {
      expect(await leafOfEvent(views, 'u1', event.id)).toMatchObject({ index, doc: { hash: event.metadata.hash, stream: event.stream } });
      for (const size of new Set([index + 1, Math.min(index + 9, own.length), own.length])) {
        const path = await inclusionPath(views, 'u1', index, size);
        expect(isIncluded({ leaf: leafOf(event), index, size, path, root: roots[size - 1] ?? '' })).toBe(true);
        const proof = {
          from: { size: index + 1, root: roots[index] ?? '' },
          to: { size, root: roots[size - 1] ?? '' },
          path: await consistencyPath(views, 'u1', index + 1, size),
        };
        expect(isConsistent(proof)).toBe(true);
      }
    }
    expect(await leafOfEvent(views, 'u2', own[0]?.id ?? '')).toBeNull();
    expect(await ledgerOf(views, 'nobody')).toBeNull();
    await documents.close();
  });

  it('takes in what is sealed under the key of a partner, and is none of a partner’s own', () => {
    const { events } = randomWorld(3, 1);
    const [some] = events as [Recorded];
    const event = (owner: string | null, data: object) => ({ ...some, data, metadata: { ...some.metadata, owner } }) as unknown as Recorded;
    expect(accountsOf(event(partnerKeyOwner('p1'), { user_id: 'u1' }))).toEqual(['u1']);
    expect(accountsOf(event('u1', { user_id: 'u1' }))).toEqual(['u1']);
    expect(accountsOf(event('u1', { user_id: 'u2' }))).toEqual(['u1', 'u2']);
    expect(accountsOf(event(null, { user_id: 'u1' }))).toEqual(['u1']);
    expect(accountsOf(event('u1', {}))).toEqual(['u1']);
    expect(accountsOf(event(null, { user_id: 7 }))).toEqual([]);
  });

  it('looks at what is stored: no event has another user in a newer version', () => {
    for (const { upcasters, example } of EVENTS.values())
      for (const upcast of upcasters) expect(upcast({ ...example.data, user_id: 'u1' }).user_id).toBe('u1');
    expect(Object.keys(ledgers.on).toSorted()).toEqual([...EVENTS.keys()].toSorted());
  });
});

describe('the documents of a ledger', () => {
  it('have no gap after a crash between the leaves and the document that counts them', async () => {
    const { events } = randomWorld(5, 30);
    const whole = await build(events, { projections });
    const { documents } = await build([], { projections });
    let written = 0;
    const crashing = {
      ...documents,
      // Like a store without transactions: the process ends after some of the documents, and before the checkpoint.
      async apply({ first = [], writes }: Batch) {
        written += 1;
        const some = writes.map(({ collection: name, writes: all }) => ({ collection: name, writes: all.slice(0, 1) }));
        await documents.apply({ writes: first, checkpoints: [] });
        await documents.apply({ writes: written % 2 === 0 ? some : [], checkpoints: [] });
        throw new Error('The process has ended.');
      },
    };
    for (let at = 0; at < events.length; at += 10) {
      const folding = new Folding(crashing, { hot: 100 });
      folding.add(ledgers, await documents.checkpoint(collection));
      await folding.fold(events.slice(0, at + 10));
      await expect(folding.write()).rejects.toThrow('The process has ended.');
    }
    await feed(documents, events, { projections });
    for (const owner of ['u1', 'u2']) {
      const size = (await ledgerOf(whole.views, owner))?.size ?? 0;
      const all = [owner, ...Array.from({ length: size }, (_, at) => leafId(owner, at))];
      expect(await documents.getMany(collection, all)).toEqual(await whole.documents.getMany(collection, all));
    }
    await Promise.all([documents.close(), whole.documents.close()]);
  });

  it('are gone with the account, also those that its last messages began anew', async () => {
    const world = randomWorld(2, 1);
    const before = world.events.length;
    world.register('leaver');
    const stream = 'account-leaver';
    world.write(stream, 'leaver', { type: 'AccountDeletionRequested', data: { address_key: 'key-leaver' } });
    world.write(stream, 'leaver', { type: 'AccountDeleted', data: { last_messages_until: world.now } });
    world.write('delivery-last', 'leaver', { type: 'DeliveryBegun', data: { attempt: 1 } } as never);
    world.write(stream, 'leaver', { type: 'AccountForgotten', data: {} });
    for (const batch of [1, 2, 100]) {
      const { documents, views } = await build(world.events, { projections, batch });
      const own = world.events.slice(before).filter((event) => isOf(event, 'leaver'));
      expect(own.length).toBeGreaterThan(4);
      expect(await ledgerOf(views, 'leaver')).toBeNull();
      const left = await documents.find<LeafDoc>(collection, { index: 'event', equals: ['leaver'], limit: 10 });
      expect(left.items).toEqual([]);
      await documents.close();
    }
  });
});
