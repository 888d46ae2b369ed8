import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import type { CollectionSpec, Write } from '../../src/ports/documents.ts';
import { openDocuments, type SqliteDocuments } from '../../src/store/documents/sqlite-documents.ts';
import { at } from '../contract/documents.ts';
import { openTestStores } from '../support/app.ts';

function open(dataDir?: string) {
  const stores = openTestStores(dataDir === undefined ? {} : { dataDir });
  onTestFinished(() => stores.dispose());
  return stores;
}

const SPEC: CollectionSpec = {
  name: 'tasks.v1',
  indexes: [
    { name: 'by_due', fields: ['owner', 'due'], sparse: true },
    { name: 'by_status', fields: ['owner', 'status', 'due', 'made'] },
    { name: 'by_made', fields: ['made'] },
  ],
};

describe('query plans', () => {
  it('search an index for every declared query, without scanning or sorting', async () => {
    const { documents } = open();
    await documents.ensure(SPEC);
    const queries = fc.constantFrom(...SPEC.indexes).chain((index) =>
      fc.record({
        index: fc.constant(index),
        run: fc.integer({ min: 0, max: index.fields.length - 1 }),
        from: fc.boolean(),
        to: fc.boolean(),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        paged: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(queries, ({ index, run, from, to, order, paged }) => {
        const plan = documents.explain(SPEC.name, {
          index: index.name,
          equals: Array.from({ length: run }, () => 'x'),
          ...(from && { from: 'a' }),
          ...(to && { to: 'b' }),
          order,
          limit: 10,
          ...(paged && { after: Array.from({ length: index.fields.length - run + 1 }, () => 'a') }),
        });
        expect(plan).toHaveLength(1);
        // Without any condition, the whole index is read in its order up to the limit.
        const whole = run === 0 && !from && !to && !paged;
        expect(plan[0]).toMatch(new RegExp(`^${whole ? '(SEARCH|SCAN)' : 'SEARCH'} c.tasks.v1 USING INDEX i.tasks.v1.${index.name}`));
      }),
    );
  });
});

describe('a file that is lost or damaged', () => {
  const fill = async ({ documents }: ReturnType<typeof open>) => {
    await documents.ensure(SPEC);
    const writes = Array.from({ length: 200 }, (_, n) => ({ id: `t${n}`, position: at(n + 1), doc: { owner: 'ann', due: null, made: n } }));
    await documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [{ name: SPEC.name, position: at(200) }] });
  };

  it.each([
    ['is not a database', 'this was a database once, before something else wrote over it. '.repeat(200)],
    ['is empty', ''],
  ])('is created anew if it %s', async (_, content) => {
    const stores = open();
    await fill(stores);
    await stores.close();
    writeFileSync(join(stores.dataDir, 'views-tasks.db'), content);
    const again = open(stores.dataDir);
    expect(await again.documents.list()).toEqual([]);
    await fill(again);
    expect(await again.documents.checkpoint(SPEC.name)).toBe(at(200));
  });

  it('is created again when another version of the program created its tables', async () => {
    const stores = open();
    await fill(stores);
    await stores.close();
    const database = new DatabaseSync(join(stores.dataDir, 'views-tasks.db'));
    database.exec('PRAGMA user_version = 1');
    database.close();
    const again = open(stores.dataDir);
    expect(await again.documents.list()).toEqual([]);
    await fill(again);
  });

  it('is unavailable when the damage is found in use, and is created again at the next start', async () => {
    const stores = open();
    await fill(stores);
    await stores.close();
    const path = join(stores.dataDir, 'views-tasks.db');
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096 * 4);
    writeFileSync(path, bytes);
    const torn = open(stores.dataDir);
    await expect(torn.documents.find(SPEC.name, { index: 'by_made', equals: [], limit: 500 })).rejects.toThrow(StoreUnavailable);
    await torn.close();
    const again = open(stores.dataDir);
    expect(await again.documents.checkpoint(SPEC.name)).toBe(START);
    expect(existsSync(`${path}.torn`)).toBe(false);
  });
});

describe('the first documents of an index', () => {
  const dueOn = (id: string, due: string | null, n: number) => ({
    id,
    position: at(n),
    doc: { owner: 'ann', due, status: 'open', made: n },
  });
  const opened = async () => {
    const { documents } = open();
    await documents.ensure(SPEC);
    const write = (...writes: readonly Write[]) => documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
    const first = async (index = 'by_made', limit = 2) => (await documents.first?.(SPEC.name, index, limit))?.map(({ id }) => id);
    return { documents, write, first };
  };

  it('are those of a query, after every write', async () => {
    const { documents, write, first } = await opened();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(9), fc.boolean()), { minLength: 1, maxLength: 20 }), async (changes) => {
        for (const [number, isThere] of changes) {
          const n = Number((await documents.checkpoint('n')) || 0) + 1;
          await documents.apply({ writes: [], checkpoints: [{ name: 'n', position: at(n) }] });
          await write(isThere ? dueOn(`t${number}`, null, n) : { id: `t${number}`, position: at(n), doc: null });
          const { items } = await documents.find(SPEC.name, { index: 'by_made', equals: [], limit: 2 });
          expect(await first()).toEqual(items.map(({ id }) => id));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are cached for each index and limit, and dropped with the collection', async () => {
    const { documents, write, first } = await opened();
    await write(dueOn('late', '2026-11-03', 1), dueOn('soon', '2026-11-02', 2), dueOn('never', null, 3));
    expect([await first(), await first('by_due'), await first('by_made', 3)]).toEqual([
      ['late', 'soon'],
      ['soon', 'late'],
      ['late', 'soon', 'never'],
    ]);
    await documents.drop(SPEC.name);
    await documents.ensure(SPEC);
    expect(await first('by_made', 3)).toEqual([]);
  });

  it('are correct after a failed batch', async () => {
    const { write, first } = await opened();
    await write(dueOn('one', null, 1));
    expect(await first()).toEqual(['one']);
    await expect(write(dueOn('two', null, 2), { id: 'bad', position: at(3), doc: { owner: 'ann', made: {} } })).rejects.toThrow(TypeError);
    expect(await first()).toEqual(['one']);
  });
});

describe('the filling of a collection', () => {
  const SPEC = { name: 'notes.v1', indexes: [{ name: 'owner', fields: ['owner', 'at'] }] };
  const OTHER = { name: 'others.v1', indexes: [{ name: 'owner', fields: ['owner'] }] };
  const QUERY = { index: 'owner', equals: ['ann'], limit: 10 } as const;
  const position = (n: number): string => String(n).padStart(START.length, '0');

  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'vouch-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  async function open(path: string): Promise<SqliteDocuments> {
    const documents = openDocuments(path);
    onTestFinished(() => documents.close());
    await documents.ensure(SPEC);
    return documents;
  }

  const write = (documents: SqliteDocuments, ids: readonly number[], at = 0) =>
    documents.apply({
      writes: [
        { collection: SPEC.name, writes: ids.map((n) => ({ id: `n${n}`, position: position(at + n), doc: { owner: 'ann', at: n } })) },
      ],
      checkpoints: [{ name: SPEC.name, position: position(at + Math.max(...ids)) }],
    });

  const found = async (documents: SqliteDocuments): Promise<readonly string[]> =>
    (await documents.find(SPEC.name, QUERY)).items.map(({ id }) => id);

  it('ends with all indexes, and delivering the same events again changes nothing', async () => {
    const documents = await open(join(folder(), 'views.db'));
    const filled = await documents.filling?.([SPEC.name]);
    await write(documents, [3, 1, 2]);
    await write(documents, [2], 10);
    await write(documents, [1, 2, 3]);
    await filled?.();
    expect(await found(documents)).toEqual(['n1', 'n2', 'n3']);
    expect((await documents.get(SPEC.name, 'n2'))?.position).toBe(position(12));
    expect(documents.integrity()).toEqual([]);
  });

  it('that was interrupted is repeated with a new file', async () => {
    const path = join(folder(), 'views.db');
    const first = await open(path);
    await first.filling?.([SPEC.name]);
    await write(first, [1]);
    await first.close();
    const second = await open(path);
    expect(await second.checkpoint(SPEC.name)).toBe(START);
    expect(await found(second)).toEqual([]);
  });

  it('that has ended is kept', async () => {
    const path = join(folder(), 'views.db');
    const first = await open(path);
    const filled = await first.filling?.([SPEC.name]);
    await write(first, [1]);
    await filled?.();
    await first.close();
    expect(existsSync(`${path}.torn`)).toBe(false);
    expect(await found(await open(path))).toEqual(['n1']);
  });

  it('that was interrupted beside other collections is kept and gets its indexes at the next start', async () => {
    const path = join(folder(), 'views.db');
    const first = await open(path);
    await write(first, [1]);
    await first.ensure(OTHER);
    await first.filling?.([SPEC.name, OTHER.name]);
    await first.apply({
      writes: [{ collection: OTHER.name, writes: [{ id: 'o', position: position(1), doc: { owner: 'ann' } }] }],
      checkpoints: [],
    });
    expect(await found(first)).toEqual(['n1']);
    await first.close();
    const second = await open(path);
    await second.ensure(OTHER);
    expect(await found(second)).toEqual(['n1']);
    expect((await second.find(OTHER.name, QUERY)).items.map(({ id }) => id)).toEqual(['o']);
  });

  it('allows queries, and so do later writes', async () => {
    const documents = await open(join(folder(), 'views.db'));
    const filled = await documents.filling?.([SPEC.name]);
    await write(documents, [1, 2]);
    expect(await found(documents)).toEqual(['n1', 'n2']);
    expect(await documents.count(SPEC.name, { index: 'owner', equals: ['ann'] })).toBe(2);
    await write(documents, [3]);
    await filled?.();
    expect(await found(documents)).toEqual(['n1', 'n2', 'n3']);
  });
});
