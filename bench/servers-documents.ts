import type { Db } from 'mongodb';
import type { JsonObject } from '../src/domain/kernel/event.ts';
import type { CollectionSpec, Cursor, Documents, Page } from '../src/ports/documents.ts';
import { keysOf, pathOf, rangeOf } from '../src/store/mongo/documents/keys.ts';
import type { StoredDocument } from '../src/store/mongo/documents/writing.ts';
import { type MongoDocuments, openMongoDocuments } from '../src/store/mongo/documents.ts';
import { type Bench, interleaved, overBare, paced, type Result } from './support/measure.ts';
import { onMongo } from './support/servers.ts';

/** A read model of tasks with indexes like the program's own. */
const SPEC: CollectionSpec = {
  name: 'tasks',
  indexes: [
    { name: 'live', fields: ['owner', 'live_key'], sparse: true },
    { name: 'status', fields: ['owner', 'status', 'live_key'], sparse: true },
    { name: 'due', fields: ['owner', 'due_date'] },
    { name: 'next', fields: ['next_key'], sparse: true },
  ],
};

/** A document of about 600 bytes. */
function taskDoc(position: number, index: number): JsonObject {
  const due = `2026-11-${String(1 + (index % 28)).padStart(2, '0')}`;
  return {
    owner: `owner${index % 10}`,
    status: 'pending',
    due_date: due,
    due_time: '17:00',
    live_key: `${due} ${String(position).padStart(8, '0')}`,
    next_key: `${due}T16:00:00.000Z`,
    title: 'c2VhbGVkIHRleHQgdGhhdCBpcyBhYm91dCBhcyBsb25nIGFzIHRpdGxlcyBhcmU',
    description: 'c2VhbGVkIHRleHQgdGhhdCBpcyBhYm91dCBhcyBsb25nIGFzIGRlc2NyaXB0aW9ucyBhcmUsIGEgbGluZSBvciB0d28',
    tags: ['work'],
    priority: 'none',
    archived: false,
    postponed: index % 4,
    created_at: '2026-11-01T08:00:00.000Z',
    completed_at: null,
  };
}

const TOKEN = 1;
const ROUNDS = [
  { batch: 1, batches: 5, runs: 101 },
  { batch: 50, batches: 1, runs: 41 },
  { batch: 500, batches: 1, runs: 11 },
] as const;

interface Made {
  readonly position: string;
  readonly docs: readonly { readonly id: string; readonly doc: JsonObject }[];
}

/** Batches like those of a fold, in which new documents alternate with changed documents of earlier batches. */
function maker(prefix: string): (batches: number, batch: number) => readonly Made[] {
  let position = 0;
  let documents = 0;
  return (batches, batch) =>
    Array.from({ length: batches }, () => {
      position += 1;
      const earlier = documents;
      const docs = Array.from({ length: batch }, (_, index) => {
        const isNew = earlier < batch || (position + index) % 2 === 0;
        return { id: `${prefix}${isNew ? documents++ : earlier - 1 - index}`, doc: taskDoc(position, index) };
      });
      return { position: String(position).padStart(20, '0'), docs };
    });
}

async function write(documents: Documents, name: string, made: readonly Made[]): Promise<void> {
  for (const { position, docs } of made) {
    const writes = docs.map((one) => ({ ...one, position }));
    await documents.apply({ writes: [{ collection: name, writes }], checkpoints: [{ name, position, token: TOKEN }] });
  }
}

interface BareRow {
  readonly _id: string;
  readonly token: number;
  readonly position?: string;
}

const BARE_ROWS = 'bare_checkpoints';
const bareName = (name: string): string => `bare_${name}`;

/** The same steps with the bare client: the guarded upserts and the checkpoint. The token is there from the beginning. */
async function writeBare(db: Db, spec: CollectionSpec, made: readonly Made[]): Promise<void> {
  const rows = db.collection<BareRow>(BARE_ROWS);
  const documents = db.collection<StoredDocument>(bareName(spec.name));
  const mine = { _id: spec.name, token: { $lte: TOKEN } };
  for (const { position, docs } of made) {
    const operations = docs.map(({ id, doc }) => guarded(spec, id, doc, position));
    await documents.bulkWrite(operations, { ordered: false });
    await rows.updateOne(mine, { $set: { position, token: TOKEN } });
  }
}

function guarded(spec: CollectionSpec, id: string, doc: JsonObject, position: string) {
  const filter = { _id: id, position: { $lt: position }, token: { $not: { $gt: TOKEN } } };
  const $set = { position, token: TOKEN, doc: JSON.stringify(doc), keys: keysOf(spec, doc, id) };
  return { updateOne: { filter, update: { $set, $unset: { gone: '' as const } }, upsert: true } };
}

/** Documents a second: guarded batches with their checkpoint, compared with a bare client that sends the same. */
export const serverWritesOverBare: Bench = () =>
  onMongo(async ({ server, mongo, bare }) => {
    const results: Result[] = [];
    const documents = openMongoDocuments(mongo);
    for (const { batch, batches, runs } of ROUNDS) {
      const spec = { ...SPEC, name: `ours${batch}` };
      await documents.ensure(spec);
      await prepareBare(bare, spec);
      const [forOurs, forBare] = [maker(`${batch}-`), maker(`${batch}-`)];
      const ours = () => {
        const made = forOurs(batches, batch);
        return paced(batches * batch, () => write(documents, spec.name, made));
      };
      const baseline = () => {
        const made = forBare(batches, batch);
        return paced(batches * batch, () => writeBare(bare, spec, made));
      };
      const taken = await interleaved(runs, ours, baseline);
      results.push(overBare({ name: `server_write_${batch}_over_bare`, unit: 'documents a second', server }, taken));
    }
    return results;
  });

async function prepareBare(db: Db, { name, indexes }: CollectionSpec): Promise<void> {
  const declared = indexes.map((index) => ({ key: { [`keys.${index.name}`]: 1 }, name: index.name, sparse: true }));
  await db.collection(bareName(name)).createIndexes([...declared, { key: { gone: 1 }, name: 'gone', sparse: true }]);
  await db.collection<BareRow>(BARE_ROWS).insertOne({ _id: name, token: TOKEN });
}

const DOCUMENTS = 5_000;
const A_BATCH = 500;
const LIMIT = 50;
/** How many pages of one owner are read, one after the other; there are 10. */
const PAGES = 3;
const RUNS = 61;
const OWNER = 'owner3';

async function fill(documents: MongoDocuments): Promise<void> {
  await documents.ensure(SPEC);
  const position = '1'.padStart(20, '0');
  for (let at = 0; at < DOCUMENTS; at += A_BATCH) {
    const writes = Array.from({ length: A_BATCH }, (_, index) => ({ id: `t${at + index}`, position, doc: taskDoc(at, at + index) }));
    await documents.apply({ writes: [{ collection: SPEC.name, writes }], checkpoints: [] });
  }
}

const QUERY = { index: 'live', equals: [OWNER], limit: LIMIT } as const;

/** Reads page after page of parsed documents, each from the end of the last. */
async function read(documents: MongoDocuments): Promise<void> {
  let after: Cursor | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const { items, next }: Page<JsonObject> = await documents.find(SPEC.name, after ? { ...QUERY, after } : QUERY);
    if (items.length !== LIMIT) throw new Error(`A page of ours holds ${items.length}.`);
    after = next;
  }
}

interface Keyed {
  readonly _id: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** Reads the same ranges of the same index, with the documents as the client gives them. */
async function readBare(db: Db): Promise<void> {
  const path = pathOf(QUERY.index);
  const range = rangeOf(SPEC, QUERY);
  let after: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const rows: readonly Keyed[] = await db
      .collection<Keyed>(SPEC.name)
      .find({ [path]: after === null ? range : { $gt: after, $lt: range.$lt } }, { projection: { position: 1, doc: 1, [path]: 1 } })
      .sort({ [path]: 1 })
      .limit(LIMIT)
      .toArray();
    if (rows.length !== LIMIT) throw new Error(`A bare page holds ${rows.length}.`);
    after = rows.at(-1)?.keys[QUERY.index] ?? null;
  }
}

/** Pages a second: keyset pages of 50 through our driver, compared with a bare find, sort and limit on the same collection. */
export const serverPagesOverBare: Bench = () =>
  onMongo(async ({ server, mongo, bare }) => {
    const documents = openMongoDocuments(mongo);
    await fill(documents);
    const taken = await interleaved(
      RUNS,
      () => paced(PAGES, () => read(documents)),
      () => paced(PAGES, () => readBare(bare)),
    );
    return [overBare({ name: 'server_page_over_bare', unit: 'pages a second', server }, taken)];
  });
