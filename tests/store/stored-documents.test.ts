import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import type { CollectionSpec, Cursor, Page, Write } from '../../src/ports/documents.ts';
import type { LogBeside } from '../../src/store/documents/collection.ts';
import { openDocuments, type SqliteDocuments } from '../../src/store/documents/sqlite-documents.ts';
import { at } from '../contract/documents.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'vouch-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('documents that were parsed', () => {
  const SPEC: CollectionSpec = { name: 'tasks.v1', indexes: [{ name: 'by_made', fields: ['made'] }] };
  const list = { index: 'by_made', equals: [], limit: 10 } as const;
  const put = (id: string, n: number, owner = 'ann') => ({ id, position: at(n), doc: { owner, due: null, made: n } });
  const opened = async () => {
    const documents = openDocuments(':memory:');
    onTestFinished(() => documents.close());
    await documents.ensure(SPEC);
    const write = (...writes: readonly Write[]) => documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
    const found = async () => (await documents.find(SPEC.name, list)).items;
    return { documents, write, found };
  };

  it('are not parsed again for a list until they are written', async () => {
    const { write, found } = await opened();
    await write(put('a', 1), put('b', 2));
    const [a, b] = await found();
    await write(put('a', 3));
    const [first, second] = await found();
    expect(first).toBe(b);
    expect([second, second === a]).toEqual([put('a', 3), false]);
  });

  it('are dropped with their collection', async () => {
    const { documents, write, found } = await opened();
    await write(put('a', 1));
    await found();
    await documents.drop(SPEC.name);
    await documents.ensure(SPEC);
    await write(put('a', 1, 'bob'));
    expect(await found()).toEqual([put('a', 1, 'bob')]);
  });
});

describe('documents whose events are in the log beside them', () => {
  const SPEC: CollectionSpec = { name: 'notes.v1', ofEvents: true, indexes: [{ name: 'by_made', fields: ['owner', 'made'] }] };
  /** The event at a position says what the document of this position contains. */
  const docAt = (n: number) => ({ owner: n % 2 === 0 ? 'ann' : 'bob', made: n % 3 === 0 ? null : n % 5, text: `number ${n}` });
  const beside: LogBeside = {
    refolds: (name) => (name === SPEC.name ? ({ data }) => data : null),
    eventsAt: (positions) => positions.map((n) => ({ position: at(n), data: docAt(n) }) as unknown as Recorded),
  };
  const opened = async (given?: LogBeside) => {
    const documents = openDocuments(':memory:', given);
    onTestFinished(() => documents.close());
    await documents.ensure(SPEC);
    return documents;
  };
  const write = (documents: SqliteDocuments, writes: readonly Write[]) =>
    documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
  const put = (n: number): Write => ({ id: at(n), position: at(n), doc: docAt(n) });

  it('are the same as stored ones, in every list, page by page', async () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
    const order = fc.constantFrom('asc' as const, 'desc' as const);
    await fc.assert(
      fc.asyncProperty(numbers, fc.integer({ min: 1, max: 40 }), order, async (written, removed, order) => {
        const sides = [await opened(beside), await opened()];
        const answers = sides.map(async (documents) => {
          await write(documents, [...written.map(put), { id: at(removed), position: at(100), doc: null }]);
          // What was removed does not come back when its event is delivered again.
          await write(documents, written.map(put));
          const pages: unknown[] = [];
          for (let after: Cursor | null | undefined; after !== null; ) {
            const page: Page = await documents.find(SPEC.name, {
              index: 'by_made',
              equals: ['ann'],
              order,
              limit: 2,
              ...(after && { after }),
            });
            pages.push(page);
            after = page.next;
          }
          const ids = [...written.map(at), at(999), 'ann', '1'];
          const each = await Promise.all(ids.map((id) => documents.get(SPEC.name, id)));
          const count = await documents.count(SPEC.name, { index: 'by_made', equals: ['bob'] });
          return { pages, each, count, many: await documents.getMany(SPEC.name, ids), whole: await documents.scan(SPEC.name, at(3), 50) };
        });
        const [made, stored] = await Promise.all(answers);
        expect(made).toEqual(stored);
      }),
      { numRuns: 30 },
    );
  });

  it('are built anew in a file in which they were stored, because their rows have another form', async () => {
    const path = join(folder(), 'views.db');
    const before = openDocuments(path);
    await before.ensure(SPEC);
    await before.apply({
      writes: [{ collection: SPEC.name, writes: [put(1)] }],
      checkpoints: [{ name: SPEC.name, position: at(1) }],
    });
    await before.close();
    const after = openDocuments(path, beside);
    onTestFinished(() => after.close());
    await after.ensure(SPEC);
    expect(await after.checkpoint(SPEC.name)).toBe(START);
    await write(after, [put(1)]);
    const raw = new DatabaseSync(path, { readOnly: true });
    expect(raw.prepare('SELECT * FROM "c.notes.v1"').all()).toEqual([{ id: 1, position: 1, gone: 0, 'f.owner': 'bob', 'f.made': 1 }]);
    raw.close();
  });
});

describe('fields that often have the same text', () => {
  it('come back as they were, and a text that several have is stored once', async () => {
    const path = join(folder(), 'views.db');
    const documents = openDocuments(path);
    onTestFinished(() => documents.close());
    const spec: CollectionSpec = { name: 'letters.v1', alike: ['title', 'notes', 'tags'], indexes: [] };
    await documents.ensure(spec);
    const texts = fc.constantFrom(null, 'a long text', 'another long text');
    await fc.assert(
      fc.asyncProperty(fc.record({ title: texts, notes: texts, tags: texts, n: fc.nat() }), async (doc) => {
        const n = Number((await documents.checkpoint('n')) || 0) + 1;
        const writes = [{ id: 'one', position: at(n), doc }];
        await documents.apply({ writes: [{ collection: spec.name, writes }], checkpoints: [{ name: 'n', position: at(n) }] });
        expect((await documents.get(spec.name, 'one'))?.doc).toEqual(doc);
        expect((await documents.getMany(spec.name, ['one'])).get('one')?.doc).toEqual(doc);
      }),
    );
    const same = 'written by one event';
    await documents.apply({
      writes: [{ collection: spec.name, writes: [{ id: 'two', position: at(1), doc: { title: same, notes: null, tags: same } }] }],
      checkpoints: [],
    });
    const raw = new DatabaseSync(path, { readOnly: true });
    const [stored] = raw.prepare(`SELECT doc FROM "c.letters.v1" WHERE id = 'two'`).all();
    raw.close();
    expect(String(stored?.doc).split(same)).toHaveLength(2);
  });
});
