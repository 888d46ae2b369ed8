import type { Db } from 'mongodb';
import type { JsonObject } from '../src/domain/kernel/json.ts';
import type { CollectionSpec, Documents } from '../src/ports/documents.ts';
import { keysOf } from '../src/store/mongo/documents/keys.ts';
import type { StoredDocument } from '../src/store/mongo/documents/writing.ts';
import { openMongoDocuments } from '../src/store/mongo/documents.ts';
import { type Bench, interleaved, type Result } from './support/measure.ts';
import { overBare, paced } from './support/paced.ts';
import { onMongo } from './support/servers.ts';
import { SPEC, taskDoc } from './support/task-docs.ts';

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

/** The same steps with the bare client: the fence, the guarded upserts, the checkpoint. */
async function writeBare(db: Db, spec: CollectionSpec, made: readonly Made[]): Promise<void> {
  const rows = db.collection<BareRow>(BARE_ROWS);
  const documents = db.collection<StoredDocument>(bareName(spec.name));
  const mine = { _id: spec.name, token: { $lte: TOKEN } };
  for (const { position, docs } of made) {
    const operations = docs.map(({ id, doc }) => guarded(spec, id, doc, position));
    await rows.updateOne(mine, { $set: { token: TOKEN } });
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
  await db.collection<BareRow>(BARE_ROWS).insertOne({ _id: name, token: 0 });
}
