import fc from 'fast-check';
import type { UpdateOneModel } from 'mongodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type JsonObject, START } from '../../src/domain/kernel/event.ts';
import type { CollectionWrites, Query, Scalar } from '../../src/ports/documents.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { keysOf } from '../../src/store/mongo/documents/keys.ts';
import { Registry } from '../../src/store/mongo/documents/registry.ts';
import type { StoredDocument } from '../../src/store/mongo/documents/writing.ts';
import { openMongoDocuments } from '../../src/store/mongo/documents.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { at, put, SPEC } from '../contract/documents.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';

const server = await sharedMongo();
const opened: Mongo[] = [];
afterEach(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
});

/** A connection of its own for a process, to the given database or to a new one. */
function connect(url = server?.database() ?? ''): Mongo & { readonly url: string } {
  const mongo = openMongo({ url, timeouts: PATIENT });
  opened.push(mongo);
  return { ...mongo, url };
}

async function made(url?: string) {
  const mongo = connect(url);
  const documents = openMongoDocuments(mongo);
  await documents.ensure(SPEC);
  return { mongo, documents, url: mongo.url };
}

describe.skipIf(server === null)(`documents on ${server?.name}, in detail`, () => {
  const shapes = PROJECTIONS.flatMap((projection) => projection.indexes.map((index) => ({ projection, index })));

  it('asks once for the documents that several callers get at the same time', async () => {
    const { mongo, documents } = await made();
    await documents.apply({ writes: [{ collection: SPEC.name, writes: [put('a', {}), put('b', {})] }], checkpoints: [] });
    const run = vi.spyOn(mongo, 'run');
    const found = await Promise.all(['a', 'gone', 'b', 'a'].map((id) => documents.get(SPEC.name, id)));
    expect(found.map((one) => one?.id ?? null)).toEqual(['a', null, 'b', 'a']);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('answers every declared query from its index alone', { timeout: 60_000 }, async () => {
    const documents = openMongoDocuments(connect());
    for (const projection of PROJECTIONS) await documents.ensure({ name: collectionName(projection), indexes: projection.indexes });
    expect(shapes.length).toBeGreaterThan(PROJECTIONS.length / 2);
    for (const { projection, index } of shapes) {
      const run = index.fields.slice(1).map((): Scalar => 'x');
      const sorted: Query = { index: index.name, equals: run, limit: 20 };
      const queries: readonly Query[] = [
        sorted,
        { ...sorted, equals: [...run, 'y'] },
        { ...sorted, from: 'a', to: 'b' },
        { ...sorted, order: 'desc', to: 'b' },
        { ...sorted, after: ['a', 'id'] },
        { ...sorted, order: 'desc', after: ['a', 'id'] },
      ];
      for (const query of queries) {
        const stages = await documents.explain(collectionName(projection), query);
        expect([collectionName(projection), query, stages]).toEqual([
          collectionName(projection),
          query,
          expect.arrayContaining(['IXSCAN']),
        ]);
        expect(stages).not.toContain('COLLSCAN');
        expect(stages).not.toContain('SORT');
      }
    }
  });

  it('stores the newest of 64 concurrent writes, whether or not the document existed', async () => {
    const { documents } = await made();
    for (const id of ['new', 'new', 'other']) {
      const positions = Array.from({ length: 64 }, () => 1 + Math.floor(Math.random() * 1_000));
      const before = Number((await documents.get(SPEC.name, id))?.position ?? 0);
      await Promise.all(
        positions.map((n) => documents.apply({ writes: [{ collection: SPEC.name, writes: [put(id, { n }, n)] }], checkpoints: [] })),
      );
      const newest = Math.max(before, ...positions);
      expect(await documents.get(SPEC.name, id)).toEqual({ id, position: at(newest), doc: { n: newest } });
    }
  });

  it('are not treated as outdated if older ones were created at the same instant', async () => {
    const { mongo, documents } = await made();
    // As in a race: there was nothing when the server looked, and something when it wrote.
    let races = 0;
    const racing = (name: string) => {
      const collection = mongo.db.collection<StoredDocument>(name);
      const bulkWrite = async (operations: readonly { updateOne: UpdateOneModel<StoredDocument> }[], options: object) => {
        if (name !== SPEC.name || races > 0) return collection.bulkWrite(operations, options);
        races += 1;
        await documents.apply({
          writes: [{ collection: SPEC.name, writes: [put('a', { made: 1 }, 1), put('z', { made: 9 }, 9)] }],
          checkpoints: [],
        });
        const blind = operations.map(({ updateOne }) => ({ updateOne: { ...updateOne, filter: { ...updateOne.filter, position: '' } } }));
        return collection.bulkWrite(blind, options);
      };
      return new Proxy(collection, { get: (target, key) => (key === 'bulkWrite' ? bulkWrite : Reflect.get(target, key)) });
    };
    const db = new Proxy(mongo.db, { get: (target, key) => (key === 'collection' ? racing : Reflect.get(target, key)) });
    const late = openMongoDocuments({ ...mongo, db });
    const writes = [put('a', { made: 2 }, 2), put('b', { made: 2 }, 2), put('z', { made: 2 }, 2)];
    await late.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
    expect(races).toBe(1);
    const found = await documents.find(SPEC.name, { index: 'by_made', equals: [], limit: 9 });
    expect(found.items.map(({ id, doc }) => [id, doc.made])).toEqual([
      ['a', 2],
      ['b', 2],
      ['z', 9],
    ]);
  });

  it('reads any document as it was written', async () => {
    const { documents } = await made();
    const odd = { '': 1, 'a.b': { $set: 1 }, $where: '\u0000', _bsontype: 'ObjectId', big: 2 ** 53, small: 5e-324, list: [[], {}, null] };
    let n = 1;
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(odd), fc.dictionary(fc.string(), fc.jsonValue())), async (value) => {
        const doc = JSON.parse(JSON.stringify({ ...value, owner: 'ann', due: null, status: null, made: null })) as JsonObject;
        n += 1;
        await documents.apply({ writes: [{ collection: SPEC.name, writes: [put('a', doc, n)] }], checkpoints: [] });
        expect((await documents.get(SPEC.name, 'a'))?.doc).toEqual(doc);
      }),
      { numRuns: 50 },
    );
  });

  it('writes more documents in one batch than fit into one call, and counts those that exist', async () => {
    const { documents } = await made();
    const writes = Array.from({ length: 450 }, (_, n) => put(`t${n}`, { made: n }, n + 1));
    await documents.apply({
      writes: [{ collection: SPEC.name, writes: [...writes, put('t0', null, 3_000)] }],
      checkpoints: [{ name: SPEC.name, position: at(3_000) }],
    });
    expect(await documents.list()).toEqual([{ name: SPEC.name, checkpoint: at(3_000), documents: 449 }]);
    expect(await documents.count(SPEC.name, { index: 'by_made', equals: [] }, 5_000)).toBe(449);
  });

  it('reads what another process has created, dropped and created again', async () => {
    const { documents, url } = await made();
    const reader = openMongoDocuments(connect(url));
    const count = () => reader.count(SPEC.name, { index: 'by_made', equals: [] });
    expect(await count()).toBe(0);
    await reader.drop(SPEC.name);
    await expect(count()).rejects.toThrow('There is no collection');
    await documents.ensure(SPEC);
    await documents.apply({ writes: [{ collection: SPEC.name, writes: [put('a', { made: 1 })] }], checkpoints: [] });
    expect(await count()).toBe(1);
  });

  it('replaces a serving collection by another one, with its checkpoint, while it is read', async () => {
    const { documents, url } = await made();
    const reader = openMongoDocuments(connect(url));
    const beside = { name: 'tasks.v1~', indexes: SPEC.indexes };
    await documents.apply({
      writes: [{ collection: SPEC.name, writes: [put('a', { made: 1 }, 1), put('old', { made: 2 }, 2)] }],
      checkpoints: [{ name: SPEC.name, position: at(2), token: 3, live: true }],
    });
    await documents.ensure(beside);
    await documents.apply({
      writes: [{ collection: beside.name, writes: [put('a', { made: 7 }, 7)] }],
      checkpoints: [{ name: beside.name, position: at(7), token: 1, live: true }],
    });
    expect(await reader.count(SPEC.name, { index: 'by_made', equals: [] })).toBe(2);
    await documents.replace(beside.name, SPEC.name);
    expect((await reader.find(SPEC.name, { index: 'by_made', equals: [], limit: 9 })).items).toEqual([
      { id: 'a', position: at(7), doc: { made: 7 } },
    ]);
    expect((await documents.checkpoints([SPEC.name])).get(SPEC.name)).toEqual({ position: at(7), live: true, token: 3 });
    expect((await documents.list()).map(({ name }) => name)).toEqual([SPEC.name]);
    expect(await documents.checkpoint(beside.name)).toBe(START);
    await documents.apply({ writes: [], checkpoints: [{ name: SPEC.name, position: at(8), token: 3 }] });
  });

  it('tells by the state of a collection that documents were written, also by an older program, and not that the checkpoint moved', async () => {
    const { mongo, documents } = await made();
    const registry = new Registry(mongo);
    const state = async () => (await registry.states([SPEC.name])).get(SPEC.name);
    const reach = (n: number, writes: readonly CollectionWrites[] = []) =>
      documents.apply({ writes, checkpoints: [{ name: SPEC.name, position: at(n) }] });
    const written: (string | undefined)[] = [];
    for (const n of [1, 2]) {
      await reach(n, [{ collection: SPEC.name, writes: [put('a', { made: n }, n)] }]);
      written.push(await state());
    }
    await reach(3);
    expect([await state(), new Set(written).size]).toEqual([written[1], 2]);
    // What a program does that does not keep when documents were written.
    const byAnOlderProgram = async (n: number) => {
      await mongo.db.collection<{ _id: string }>('_checkpoints').updateOne({ _id: SPEC.name }, { $set: { position: at(n) } });
      return state();
    };
    const seen = [...written, await byAnOlderProgram(4), await byAnOlderProgram(5)];
    await reach(6, [{ collection: SPEC.name, writes: [put('a', { made: 6 }, 6)] }]);
    seen.push(await state());
    expect(new Set(seen).size).toBe(5);
  });
});

describe('index keys', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const byBytes = (a: string, b: string): number => Buffer.compare(bytes(a), bytes(b));
  const rank = (value: Scalar): number => (value === null ? 0 : typeof value === 'string' ? 2 : 1);
  const compare = (a: Scalar, b: Scalar): number => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    if (typeof a === 'string') return byBytes(a, b as string);
    return Math.sign(Number(a) - Number(b));
  };
  const scalar = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.constantFrom('', 'a', 'a\u0000', 'a\u0001', 'a\u0002', 'a\n', 'ab', 'a b', '\uffff', '\u{1f600}'),
    fc.string({ unit: 'grapheme' }),
  );

  it('are sorted by their bytes in the order of the fields, then by id', () => {
    const spec = { name: 'x.v1', indexes: [{ name: 'by', fields: ['f', 'g'] }] };
    const row = fc.tuple(scalar, scalar, fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(row, row, ([f, g, id], [f2, g2, id2]) => {
        const wanted = compare(f, f2) || compare(g, g2) || compare(id, id2);
        const keys = [keysOf(spec, { f, g }, id), keysOf(spec, { f: f2, g: g2 }, id2)].map(({ by }) => by as string);
        expect(Math.sign(byBytes(keys[0] as string, keys[1] as string))).toBe(Math.sign(wanted));
      }),
      { numRuns: 5_000 },
    );
  });
});
