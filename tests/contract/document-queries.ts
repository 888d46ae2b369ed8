import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { type Batch, type Cursor, type Documents, Fenced, type Query, type Scalar, type Write } from '../../src/ports/documents.ts';
import { at, documentsFixture, put, SPEC } from './documents.ts';

/** `runs`: how many random cases are tried. */
export function documentQueriesContract(openDocuments: () => Promise<Documents>, runs = 150): void {
  const { open, apply, ids } = documentsFixture(openDocuments);

  describe('queries', () => {
    const filled = async () => {
      const documents = await open();
      const due = [null, '2026-11-01', '2026-11-02', '2026-11-02', '2026-11-03', null];
      await apply(
        documents,
        ...due.map((day, n) => put(`t${n}`, { owner: 'ann', due: day, status: n % 2 ? 'open' : 'kept', made: n }, n + 1)),
        put('z', { owner: 'bob', due: '2026-11-02', status: 'open', made: 9 }, 20),
      );
      return documents;
    };

    it.each<[string, Query, readonly string[]]>([
      [
        'documents with an equal field, in order, null first',
        { index: 'by_due', equals: ['ann'], limit: 9 },
        ['t0', 't5', 't1', 't2', 't3', 't4'],
      ],
      ['them in descending order', { index: 'by_due', equals: ['ann'], order: 'desc', limit: 9 }, ['t4', 't3', 't2', 't1', 't5', 't0']],
      ['no documents with null from a sparse index', { index: 'by_due_set', equals: ['ann'], limit: 9 }, ['t1', 't2', 't3', 't4']],
      ['documents with all fields equal', { index: 'by_due', equals: ['ann', '2026-11-02'], limit: 9 }, ['t2', 't3']],
      ['documents in which a field is null', { index: 'by_due', equals: ['ann', null], limit: 9 }, ['t0', 't5']],
      [
        'a range including both its ends',
        { index: 'by_due', equals: ['ann'], from: '2026-11-02', to: '2026-11-03', limit: 9 },
        ['t2', 't3', 't4'],
      ],
      [
        'a range without its upper end',
        { index: 'by_due', equals: ['ann'], from: '2026-11-01', to: '2026-11-03', toExclusive: true, limit: 9 },
        ['t1', 't2', 't3'],
      ],
      ['a range with a lower bound only', { index: 'by_due', equals: ['ann'], from: '2026-11-03', limit: 9 }, ['t4']],
      ['a range with an upper bound only, without null', { index: 'by_due', equals: ['ann'], to: '2026-11-01', limit: 9 }, ['t1']],
      [
        'a range in descending order',
        { index: 'by_due', equals: ['ann'], from: '2026-11-01', to: '2026-11-02', order: 'desc', limit: 9 },
        ['t3', 't2', 't1'],
      ],
      [
        'documents with equal leading fields, sorted by the other fields',
        { index: 'by_status', equals: ['ann', 'kept'], limit: 9 },
        ['t0', 't2', 't4'],
      ],
      ['documents from a bound without an equal field', { index: 'by_made', equals: [], from: 4, limit: 9 }, ['t4', 't5', 'z']],
      ['no more than the limit', { index: 'by_made', equals: [], limit: 2 }, ['t0', 't1']],
      ['nothing for another owner', { index: 'by_due', equals: ['eve'], limit: 9 }, []],
    ])('gives %s', async (_, query, expected) => {
      const documents = await filled();
      expect(await ids(documents, query)).toEqual(expected);
      const { index, equals, from, to, toExclusive } = query;
      if (query.limit === 9)
        expect(
          await documents.count(SPEC.name, {
            index,
            equals,
            ...(from !== undefined && { from }),
            ...(to !== undefined && { to }),
            ...(toExclusive && { toExclusive }),
          }),
        ).toBe(expected.length);
    });

    it('finds a document by its new values after its fields change', async () => {
      const documents = await filled();
      await apply(documents, put('t1', { owner: 'ann', due: '2026-12-01' }, 30));
      expect(await ids(documents, { index: 'by_due_set', equals: ['ann'], limit: 9 })).toEqual(['t2', 't3', 't4', 't1']);
    });

    it('counts no further than the limit', async () => {
      const documents = await filled();
      expect(await documents.count(SPEC.name, { index: 'by_made', equals: [] }, 3)).toBe(3);
    });

    it('finds true and false', async () => {
      const documents = await open();
      await apply(documents, put('a', { owner: true, due: 1 }), put('b', { owner: false, due: 2 }));
      expect(await ids(documents, { index: 'by_due', equals: [true], limit: 9 })).toEqual(['a']);
      expect(await ids(documents, { index: 'by_due', equals: [false], limit: 9 })).toEqual(['b']);
    });

    it.each<[string, Query]>([
      ['an undeclared index', { index: 'by_magic', equals: [], limit: 1 }],
      ['more fields than the index has', { index: 'by_made', equals: [1, 2], limit: 1 }],
      ['a range on no field', { index: 'by_made', equals: [1], from: 1, limit: 1 }],
      ['a cursor of another index', { index: 'by_made', equals: [], limit: 1, after: ['x'] }],
    ])('refuses %s', async (_, query) => {
      const documents = await open();
      await expect(documents.find(SPEC.name, query)).rejects.toThrow(TypeError);
    });

    it('gives each document once over keyset pages, in order, with equal and null values, within bounds', async () => {
      const value = fc.constantFrom<Scalar>(null, 'a', 'b', 'c');
      const rows = fc.array(fc.record({ status: fc.constantFrom('open', 'kept'), due: value, made: fc.constantFrom(1, 2) }), {
        maxLength: 25,
      });
      const queries = fc.record({
        shape: fc.constantFrom(
          { index: 'by_due', equals: ['ann'] },
          { index: 'by_due_set', equals: ['ann'] },
          { index: 'by_status', equals: ['ann', 'open'] },
          { index: 'by_status', equals: ['ann'] },
        ),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        limit: fc.integer({ min: 1, max: 5 }),
        bounds: fc.constantFrom({}, { from: 'b' }, { to: 'b' }, { from: 'a', to: 'c', toExclusive: true }),
      });
      await fc.assert(
        fc.asyncProperty(rows, queries, async (docs, { shape, order, limit, bounds }) => {
          const documents = await openDocuments();
          await documents.ensure(SPEC);
          await apply(documents, ...docs.map((doc, n) => put(`t${String(n).padStart(2, '0')}`, { owner: 'ann', ...doc })));
          const query = { ...shape, ...bounds, order };
          const all = await ids(documents, { ...query, limit: 100 });
          const paged: string[] = [];
          let after: Cursor | null = null;
          do {
            const page: Awaited<ReturnType<typeof documents.find>> = await documents.find(SPEC.name, {
              ...query,
              limit,
              ...(after && { after: JSON.parse(JSON.stringify(after)) }),
            });
            expect(page.items.length).toBeLessThanOrEqual(limit);
            paged.push(...page.items.map((item) => item.id));
            after = page.next;
          } while (after);
          expect(paged).toEqual(all);
          const other = await ids(documents, { ...query, order: order === 'asc' ? 'desc' : 'asc', limit: 100 });
          expect(other).toEqual(all.toReversed());
          await documents.close();
        }),
        { numRuns: runs },
      );
    });

    it('neither repeats nor misses a document when others are added or removed between pages', async () => {
      const documents = await filled();
      const query = { index: 'by_due_set', equals: ['ann'], limit: 2 } as const;
      const { items, next } = await documents.find(SPEC.name, query);
      await apply(documents, put('t2', null, 40), put('new', { owner: 'ann', due: '2026-10-01' }, 41));
      const rest = await ids(documents, { ...query, ...(next && { after: next }) });
      expect([...items.map((item) => item.id), ...rest]).toEqual(['t1', 't2', 't3', 't4']);
    });
  });
}

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
