import { describe, expect, it } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { type Batch, type Documents, Fenced, type Write } from '../../src/ports/documents.ts';
import { at, documentsFixture, put, SPEC } from './documents-fixture.ts';

const OTHER = { ...SPEC, name: 'days.v1' };

/** What a worker writes for one collection under its lease. */
const under = (token: number, position: number, writes: readonly Write[], collection = SPEC.name): Batch => ({
  writes: writes.length > 0 ? [{ collection, writes }] : [],
  checkpoints: [{ name: collection, position: at(position), token }],
});

const fence = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(Fenced);
  return (error as Fenced).collections;
};

export function documentFencesContract(openDocuments: () => Promise<Documents>): void {
  const { open, apply } = documentsFixture(openDocuments);
  const held = async (documents: Documents, name = SPEC.name) => (await documents.checkpoints([name])).get(name);

  describe('leases', () => {
    it('store the token with the checkpoint, and whether a collection may serve', async () => {
      const documents = await open();
      expect(await documents.checkpoints([SPEC.name, 'nothing.v1'])).toEqual(new Map());
      await documents.apply(under(3, 5, []));
      expect(await held(documents)).toEqual({ position: at(5), live: false, token: 3 });
      await documents.apply({ writes: [], checkpoints: [{ name: SPEC.name, position: at(6), token: 3, live: true }] });
      await documents.apply(under(4, 7, []));
      expect(await held(documents)).toEqual({ position: at(7), live: true, token: 4 });
    });

    it('accept writes under the same lease and under a newer one, also from an earlier position', async () => {
      const documents = await open();
      await documents.apply(under(1, 9, [put('a', { n: 9 }, 9)]));
      await documents.apply(under(1, 10, [put('a', { n: 10 }, 10)]));
      await documents.apply(under(2, 8, [put('b', { n: 8 }, 8)]));
      expect(await held(documents)).toMatchObject({ position: at(8), token: 2 });
      expect([...(await documents.getMany(SPEC.name, ['a', 'b'])).keys()].toSorted()).toEqual(['a', 'b']);
    });

    it('refuse every write of an older lease to the collection, new documents too', async () => {
      const documents = await open();
      await documents.apply(under(1, 3, [put('a', { n: 3 }, 3)]));
      await documents.apply(under(2, 3, []));
      const late = under(1, 9, [put('a', { n: 9 }, 9), put('b', { n: 9 }, 9), put('c', null, 9)]);
      expect(await fence(documents.apply(late))).toEqual([SPEC.name]);
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ n: 3 });
      expect(await documents.get(SPEC.name, 'b')).toBeNull();
      expect(await held(documents)).toMatchObject({ position: at(3), token: 2 });
    });

    it('name the collections that were lost, and write the others', async () => {
      const documents = await open();
      await documents.ensure(OTHER);
      await documents.apply(under(5, 3, [], OTHER.name));
      const mine = under(1, 4, [put('a', { n: 4 }, 4)]);
      const both = {
        writes: [...mine.writes, ...under(4, 4, [put('x', { n: 4 }, 4)], OTHER.name).writes],
        checkpoints: [...mine.checkpoints, ...under(4, 4, [], OTHER.name).checkpoints],
      };
      expect(await fence(documents.apply(both))).toEqual([OTHER.name]);
      expect(await documents.get(OTHER.name, 'x')).toBeNull();
      await documents.apply(mine);
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ n: 4 });
    });

    it('accept writes without a lease as before', async () => {
      const documents = await open();
      await documents.apply(under(7, 3, [put('a', { n: 3 }, 3)]));
      await documents.apply({
        writes: [{ collection: SPEC.name, writes: [put('a', { n: 4 }, 4)] }],
        checkpoints: [{ name: SPEC.name, position: at(4) }],
      });
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ n: 4 });
      expect(await held(documents)).toMatchObject({ position: at(4), token: 7 });
    });

    it('start without a token when the collection was dropped', async () => {
      const documents = await open();
      await documents.apply({ writes: [], checkpoints: [{ name: SPEC.name, position: at(3), token: 2, live: true }] });
      await documents.drop(SPEC.name);
      expect(await held(documents)).toBeUndefined();
      expect(await documents.checkpoint(SPEC.name)).toBe(START);
      await documents.ensure(SPEC);
      await documents.apply(under(2, 1, [put('a', { n: 1 }, 1)]));
      expect(await held(documents)).toEqual({ position: at(1), live: false, token: 2 });
      await apply(documents, put('a', { n: 2 }, 2));
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ n: 2 });
    });
  });
}
