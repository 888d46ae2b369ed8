import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Position, START } from '../../src/domain/kernel/event.ts';
import type { JsonObject } from '../../src/domain/kernel/json.ts';
import type { CollectionSpec, Cursor, Documents, Query, Scalar, Write } from '../../src/projections/kernel/documents.ts';

const SPEC: CollectionSpec = {
  name: 'tasks.v1',
  indexes: [
    { name: 'by_due', fields: ['owner', 'due'] },
    { name: 'by_due_set', fields: ['owner', 'due'], sparse: true },
    { name: 'by_status', fields: ['owner', 'status', 'due', 'made'] },
    { name: 'by_made', fields: ['made'] },
  ],
};

export const at = (n: number): Position => String(n).padStart(20, '0');
const put = (id: string, doc: JsonObject | null, n = 1): Write => ({ id, position: at(n), doc });

export function documentsContract(openDocuments: () => Promise<Documents>): void {
  const open = async () => {
    const documents = await openDocuments();
    onTestFinished(() => documents.close());
    await documents.ensure(SPEC);
    return documents;
  };
  const apply = (documents: Documents, ...writes: readonly Write[]) =>
    documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
  const ids = async (documents: Documents, query: Query) => (await documents.find(SPEC.name, query)).items.map((item) => item.id);

  describe('writing', () => {
    it('gives back a document as it was written, with the position that wrote it', async () => {
      const documents = await open();
      const doc = { owner: 'ann', due: null, deep: { list: [1, 'é', null, true] }, __proto: 1 };
      await apply(documents, put('a', doc, 7));
      expect(await documents.get(SPEC.name, 'a')).toEqual({ id: 'a', position: at(7), doc });
      expect(await documents.get(SPEC.name, 'b')).toBeNull();
    });

    it('takes a write only from a newer position than the one that is stored', async () => {
      const documents = await open();
      await apply(documents, put('a', { n: 5 }, 5));
      await apply(documents, put('a', { n: 4 }, 4), put('a', { n: 55 }, 5));
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ n: 5 });
      await apply(documents, put('a', { n: 6 }, 6));
      expect(await documents.get(SPEC.name, 'a')).toMatchObject({ doc: { n: 6 }, position: at(6) });
    });

    it('compares positions as numbers of twenty digits', async () => {
      const documents = await open();
      await apply(documents, put('a', { n: 9 }, 9));
      await apply(documents, put('a', { n: 10 }, 10));
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ n: 10 });
    });

    it('removes a document, and an older write that comes again does not bring it back', async () => {
      const documents = await open();
      await apply(documents, put('a', { owner: 'ann', due: 'd' }, 1), put('a', null, 3));
      await apply(documents, put('a', { owner: 'ann', due: 'd' }, 1), put('a', { owner: 'ann', due: 'e' }, 2));
      expect(await documents.get(SPEC.name, 'a')).toBeNull();
      expect(await ids(documents, { index: 'by_due', equals: ['ann'], limit: 10 })).toEqual([]);
      expect(await documents.count(SPEC.name, { index: 'by_due', equals: [] })).toBe(0);
      await apply(documents, put('a', { owner: 'ann', due: 'f' }, 4));
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ owner: 'ann', due: 'f' });
    });

    it('keeps an old write from coming back after a removal that came before it', async () => {
      const documents = await open();
      await apply(documents, put('a', null, 3));
      await apply(documents, put('a', { n: 2 }, 2));
      expect(await documents.get(SPEC.name, 'a')).toBeNull();
    });

    it('ends the same when any part of the writes comes again, in order', async () => {
      const writes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(writes, fc.nat(), fc.nat(), async (changes, from, length) => {
          const documents = await openDocuments();
          await documents.ensure(SPEC);
          const all = changes.map(([id, there], n) => put(id, there ? { owner: 'ann', due: `${n}` } : null, n + 1));
          await apply(documents, ...all);
          const state = async () => [...(await documents.getMany(SPEC.name, ['a', 'b', 'c'])).values()];
          const before = await state();
          const start = from % all.length;
          await apply(documents, ...all.slice(start, start + 1 + (length % all.length)));
          expect(await state()).toEqual(before);
          await documents.close();
        }),
        { numRuns: 50 },
      );
    });

    it('gets many at once, and leaves out what is not there', async () => {
      const documents = await open();
      await apply(documents, put('a', { n: 1 }), put('b', { n: 2 }));
      const found = await documents.getMany(SPEC.name, ['b', 'x', 'a', 'b']);
      expect([...found.keys()].toSorted()).toEqual(['a', 'b']);
      expect(found.get('b')?.doc).toEqual({ n: 2 });
    });

    it('refuses an indexed field that cannot be sorted', async () => {
      const documents = await open();
      await expect(apply(documents, put('a', { owner: { deep: 1 } }))).rejects.toThrow('The field owner is indexed');
    });
  });

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
      ['equality, in order, null first', { index: 'by_due', equals: ['ann'], limit: 9 }, ['t0', 't5', 't1', 't2', 't3', 't4']],
      ['the other way round', { index: 'by_due', equals: ['ann'], order: 'desc', limit: 9 }, ['t4', 't3', 't2', 't1', 't5', 't0']],
      ['a sparse index without null', { index: 'by_due_set', equals: ['ann'], limit: 9 }, ['t1', 't2', 't3', 't4']],
      ['equality on every field', { index: 'by_due', equals: ['ann', '2026-11-02'], limit: 9 }, ['t2', 't3']],
      ['equality with null', { index: 'by_due', equals: ['ann', null], limit: 9 }, ['t0', 't5']],
      [
        'a range with both ends in',
        { index: 'by_due', equals: ['ann'], from: '2026-11-02', to: '2026-11-03', limit: 9 },
        ['t2', 't3', 't4'],
      ],
      [
        'a range without its upper end',
        { index: 'by_due', equals: ['ann'], from: '2026-11-01', to: '2026-11-03', toExclusive: true, limit: 9 },
        ['t1', 't2', 't3'],
      ],
      ['a lower bound alone', { index: 'by_due', equals: ['ann'], from: '2026-11-03', limit: 9 }, ['t4']],
      ['an upper bound alone, not for null', { index: 'by_due', equals: ['ann'], to: '2026-11-01', limit: 9 }, ['t1']],
      [
        'a range downwards',
        { index: 'by_due', equals: ['ann'], from: '2026-11-01', to: '2026-11-02', order: 'desc', limit: 9 },
        ['t3', 't2', 't1'],
      ],
      ['a leading run, sorted by the rest', { index: 'by_status', equals: ['ann', 'kept'], limit: 9 }, ['t0', 't2', 't4']],
      ['no equality at all', { index: 'by_made', equals: [], from: 4, limit: 9 }, ['t4', 't5', 'z']],
      ['a limit', { index: 'by_made', equals: [], limit: 2 }, ['t0', 't1']],
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

    it('follows a document whose fields change', async () => {
      const documents = await filled();
      await apply(documents, put('t1', { owner: 'ann', due: '2026-12-01' }, 30));
      expect(await ids(documents, { index: 'by_due_set', equals: ['ann'], limit: 9 })).toEqual(['t2', 't3', 't4', 't1']);
    });

    it('counts no further than it is asked to', async () => {
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
      ['an index that is not declared', { index: 'by_magic', equals: [], limit: 1 }],
      ['more fields than the index has', { index: 'by_made', equals: [1, 2], limit: 1 }],
      ['a range on no field', { index: 'by_made', equals: [1], from: 1, limit: 1 }],
      ['a cursor of another index', { index: 'by_made', equals: [], limit: 1, after: ['x'] }],
    ])('refuses %s', async (_, query) => {
      const documents = await open();
      await expect(documents.find(SPEC.name, query)).rejects.toThrow(TypeError);
    });

    it('gives each document once over keyset pages, in order, under ties and nulls, within bounds', async () => {
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
        { numRuns: 150 },
      );
    });

    it('does not give or miss a document because others came and went between pages', async () => {
      const documents = await filled();
      const query = { index: 'by_due_set', equals: ['ann'], limit: 2 } as const;
      const { items, next } = await documents.find(SPEC.name, query);
      await apply(documents, put('t2', null, 40), put('new', { owner: 'ann', due: '2026-10-01' }, 41));
      const rest = await ids(documents, { ...query, ...(next && { after: next }) });
      expect([...items.map((item) => item.id), ...rest]).toEqual(['t1', 't2', 't3', 't4']);
    });
  });

  describe('collections and checkpoints', () => {
    it('keeps a checkpoint a name, START before the first', async () => {
      const documents = await open();
      expect(await documents.checkpoint('tasks.v1')).toBe(START);
      await documents.apply({ writes: [], checkpoints: [{ name: 'tasks.v1', position: at(3) }] });
      await documents.apply({ writes: [], checkpoints: [{ name: 'tasks.v1', position: at(8) }] });
      expect(await documents.checkpoint('tasks.v1')).toBe(at(8));
    });

    it('writes all of a batch or nothing, the checkpoint last', async () => {
      const documents = await open();
      const batch = {
        writes: [
          { collection: SPEC.name, writes: [put('a', { n: 1 })] },
          { collection: 'nowhere.v1', writes: [put('b', { n: 1 })] },
        ],
        checkpoints: [{ name: SPEC.name, position: at(1) }],
      };
      await expect(documents.apply(batch)).rejects.toThrow('nowhere.v1');
      expect(await documents.checkpoint(SPEC.name)).toBe(START);
    });

    it('lists what there is, and a dropped collection is gone with its checkpoint', async () => {
      const documents = await open();
      await documents.ensure({ ...SPEC, name: 'tasks.v2' });
      await apply(documents, put('a', { n: 1 }), put('b', null));
      await documents.apply({ writes: [], checkpoints: [{ name: 'tasks.v1', position: at(3) }] });
      expect(await documents.list()).toEqual([
        { name: 'tasks.v1', checkpoint: at(3), documents: 1 },
        { name: 'tasks.v2', checkpoint: null, documents: 0 },
      ]);
      await documents.drop('tasks.v1');
      expect((await documents.list()).map((one) => one.name)).toEqual(['tasks.v2']);
      expect(await documents.checkpoint('tasks.v1')).toBe(START);
      await documents.ensure(SPEC);
      expect(await documents.get(SPEC.name, 'a')).toBeNull();
      await apply(documents, put('a', { n: 2 }, 1));
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ n: 2 });
    });

    it('leaves what is there when it is ensured again, and starts it afresh when its indexes are others', async () => {
      const documents = await open();
      await documents.apply({
        writes: [{ collection: SPEC.name, writes: [put('a', { n: 1 })] }],
        checkpoints: [{ name: SPEC.name, position: at(1) }],
      });
      await documents.ensure(SPEC);
      expect(await documents.get(SPEC.name, 'a')).not.toBeNull();
      await documents.ensure({ ...SPEC, indexes: SPEC.indexes.slice(1) });
      expect(await documents.get(SPEC.name, 'a')).toBeNull();
      expect(await documents.checkpoint(SPEC.name)).toBe(START);
    });
  });
}
