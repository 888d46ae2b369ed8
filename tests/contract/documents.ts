import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type JsonObject, type Position, START } from '../../src/domain/kernel/event.ts';
import type { CollectionSpec, Documents, Query, Stored, WholeCollections, Write } from '../../src/ports/documents.ts';

export const SPEC: CollectionSpec = {
  name: 'tasks.v1',
  indexes: [
    { name: 'by_due', fields: ['owner', 'due'] },
    { name: 'by_due_set', fields: ['owner', 'due'], sparse: true },
    { name: 'by_status', fields: ['owner', 'status', 'due', 'made'] },
    { name: 'by_made', fields: ['made'] },
  ],
};

export const at = (n: number): Position => String(n).padStart(20, '0');
export const put = (id: string, doc: JsonObject | null, n = 1): Write => ({ id, position: at(n), doc });

/** The data of both suites of documents. */
export function documentsFixture<Opened extends Documents>(openDocuments: () => Promise<Opened>) {
  const open = async () => {
    const documents = await openDocuments();
    onTestFinished(() => documents.close());
    await documents.ensure(SPEC);
    return documents;
  };
  const apply = (documents: Documents, ...writes: readonly Write[]) =>
    documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
  const ids = async (documents: Documents, query: Query) => (await documents.find(SPEC.name, query)).items.map((item) => item.id);
  return { open, apply, ids };
}

/** `runs`: how many random cases are tried. */
export function documentsContract(openDocuments: () => Promise<Documents & WholeCollections>, runs = 50): void {
  const { open, apply, ids } = documentsFixture(openDocuments);

  describe('writing', () => {
    it('reads a document as it was written, with the position that wrote it', async () => {
      const documents = await open();
      const doc = { owner: 'ann', due: null, deep: { list: [1, 'é', null, true] }, __proto: 1 };
      await apply(documents, put('a', doc, 7));
      expect(await documents.get(SPEC.name, 'a')).toEqual({ id: 'a', position: at(7), doc });
      expect(await documents.get(SPEC.name, 'b')).toBeNull();
    });

    it('accepts a write only from a newer position than the stored one', async () => {
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

    it('removes a document, and a repeated older write does not bring it back', async () => {
      const documents = await open();
      await apply(documents, put('a', { owner: 'ann', due: 'd' }, 1), put('a', null, 3));
      await apply(documents, put('a', { owner: 'ann', due: 'd' }, 1), put('a', { owner: 'ann', due: 'e' }, 2));
      expect(await documents.get(SPEC.name, 'a')).toBeNull();
      expect(await ids(documents, { index: 'by_due', equals: ['ann'], limit: 10 })).toEqual([]);
      expect(await documents.count(SPEC.name, { index: 'by_due', equals: [] })).toBe(0);
      await apply(documents, put('a', { owner: 'ann', due: 'f' }, 4));
      expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual({ owner: 'ann', due: 'f' });
    });

    it('ignores an old write that arrives after a later removal', async () => {
      const documents = await open();
      await apply(documents, put('a', null, 3));
      await apply(documents, put('a', { n: 2 }, 2));
      expect(await documents.get(SPEC.name, 'a')).toBeNull();
    });

    it('gives the same result when any part of the writes is repeated in order', async () => {
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
        { numRuns: runs },
      );
    });

    it('many documents can be read at once, without those that do not exist', async () => {
      const documents = await open();
      await apply(documents, put('a', { n: 1 }), put('b', { n: 2 }));
      const found = await documents.getMany(SPEC.name, ['b', 'x', 'a', 'b']);
      expect([...found.keys()].toSorted()).toEqual(['a', 'b']);
      expect(found.get('b')?.doc).toEqual({ n: 2 });
    });

    it('can be scanned in the order of their ids, without those that were removed', async () => {
      const documents = await open();
      const ids = ['z', 'a', 'é', '\u{1f4a7}', '\uffee', 'gone', 'A'];
      await apply(documents, ...ids.map((id, n) => put(id, { n })), put('gone', null, 9));
      const found: string[] = [];
      for (let after: string | null = null; ; ) {
        const page: readonly Stored[] = await documents.scan(SPEC.name, after, 2);
        found.push(...page.map(({ id }) => id));
        if (page.length === 0) break;
        after = page.at(-1)?.id ?? null;
      }
      expect(found).toEqual(['A', 'a', 'z', 'é', '\uffee', '\u{1f4a7}']);
      expect(await documents.scan(SPEC.name, 'a', 1)).toEqual([{ id: 'z', position: at(1), doc: { n: 0 } }]);
    });

    it('refuses a value that cannot be sorted in an indexed field', async () => {
      const documents = await open();
      await expect(apply(documents, put('a', { owner: { deep: 1 } }))).rejects.toThrow('The field owner is indexed');
    });
  });

  describe('collections and checkpoints', () => {
    it('have a checkpoint for each name, which is START before the first', async () => {
      const documents = await open();
      expect(await documents.checkpoint('tasks.v1')).toBe(START);
      await documents.apply({ writes: [], checkpoints: [{ name: 'tasks.v1', position: at(3) }] });
      await documents.apply({ writes: [], checkpoints: [{ name: 'tasks.v1', position: at(8) }] });
      expect(await documents.checkpoint('tasks.v1')).toBe(at(8));
    });

    it('store all of a batch or nothing', async () => {
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

    it('are listed; dropping a collection also removes its checkpoint', async () => {
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

    it('stay when they are ensured again, and are created anew if their indexes differ', async () => {
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
