import type { Db } from 'mongodb';
import { START } from '../src/domain/kernel/event.ts';
import type { EventStore } from '../src/domain/kernel/event-store.ts';
import type { Batch, Documents } from '../src/ports/documents.ts';
import { Feeding, ON_SERVERS } from '../src/projections/engine/feeding.ts';
import { specOf } from '../src/projections/engine/projection.ts';
import { pathOf } from '../src/store/mongo/documents/keys.ts';
import { GONE } from '../src/store/mongo/documents/registry.ts';
import { operationsOf, type StoredDocument } from '../src/store/mongo/documents/writing.ts';
import { openMongoDocuments } from '../src/store/mongo/documents.ts';
import { openSqliteStores } from '../src/store/sqlite-stores.ts';
import { PROJECTIONS, UPCASTERS } from '../src/wiring/features.ts';
import { VIEWS_FILES } from '../src/wiring/folding/groups.ts';
import { masterKeyIn } from '../src/wiring/master-key.ts';
import { filledFor, SILENT } from './support/fill.ts';
import { type Bench, interleaved, overBare, paced } from './support/measure.ts';
import { onMongo } from './support/servers.ts';

const EVENTS = 2_000;
const RUNS = 3;
const TOKEN = 1;
const NEVER = new AbortController().signal;
const SPECS = PROJECTIONS.map((projection) => specOf(projection));

/** Builds all read models from the first event on, as a worker does that has just acquired their leases. */
async function build(store: EventStore, documents: Documents): Promise<void> {
  const feeding = new Feeding({ store, documents, log: SILENT, moved: () => undefined, gatherMs: () => 0, pace: ON_SERVERS });
  const folding = feeding.folding();
  for (const projection of PROJECTIONS) folding.add(projection, { checkpoint: START, hold: { token: TOKEN, lost: NEVER } });
  feeding.subscribe(await store.head());
  await feeding.beside(folding);
  await feeding.halt();
}

const bareName = (name: string): string => `bare_${name}`;

/** The number of operations in one call, as in the program. */
const CHUNK = 200;

/** The operations of a batch, for each collection, in calls that follow one another. */
const rawOf = ({ first = [], writes }: Batch) =>
  [...first, ...writes].map(({ collection, writes: some }) => {
    const spec = SPECS.find(({ name }) => name === collection) ?? { name: collection, indexes: [] };
    const all = operationsOf(spec, some, TOKEN);
    const calls = Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) => all.slice(index * CHUNK, (index + 1) * CHUNK));
    return { name: bareName(collection), calls };
  });

/** Writes the same batches, each collection of a batch beside the others, with nothing to guard or to note. */
async function writeBare(db: Db, batches: readonly ReturnType<typeof rawOf>[]): Promise<void> {
  for (const batch of batches)
    await Promise.all(
      batch.map(async ({ name, calls }) => {
        for (const call of calls) await db.collection<StoredDocument>(name).bulkWrite(call, { ordered: false });
      }),
    );
}

async function emptyBare(db: Db): Promise<void> {
  for (const { name, indexes } of SPECS) {
    await db.collection(bareName(name)).drop();
    const declared = indexes.map((index) => ({ key: { [pathOf(index.name)]: 1 }, name: index.name, sparse: true }));
    await db.collection(bareName(name)).createIndexes([...declared, { key: { [GONE]: 1 }, name: `_${GONE}`, sparse: true }]);
  }
}

/** Events a second: the first building of all read models, compared with a bare client that writes the same documents in the same batches. */
export const serverRebuildEvents: Bench = () =>
  onMongo(async ({ server, mongo, bare }) => {
    const data = await filledFor(EVENTS);
    const clock = { now: () => new Date().toISOString() };
    const stores = openSqliteStores({ dataDir: data, masterKey: masterKeyIn(data), clock, upcasters: UPCASTERS, views: VIEWS_FILES });
    const documents = openMongoDocuments(mongo);
    const events = Number(await stores.store.head());
    const batches: Batch[] = [];
    const recorded: Documents = {
      ...documents,
      apply: async (batch) => {
        batches.push(batch);
        await documents.apply(batch);
      },
    };
    const ours = async (written: Documents = documents) => {
      for (const { name } of SPECS) await documents.drop(name);
      for (const spec of SPECS) await documents.ensure(spec);
      return paced(events, () => build(stores.store, written));
    };
    const baseline = async () => {
      await emptyBare(bare);
      const raw = batches.map(rawOf);
      return paced(events, () => writeBare(bare, raw));
    };
    try {
      await ours(recorded);
      const taken = await interleaved(RUNS, () => ours(), baseline);
      return [overBare({ name: 'server_rebuild_events_s', unit: 'events a second', server }, taken)];
    } finally {
      await stores.close();
    }
  });
