import type { Document } from 'mongodb';
import { gathered } from '../../concurrency/gathered.ts';
import { type JsonObject, START } from '../../domain/kernel/event.ts';
import type { Batch, CollectionWrites, Documents, Page, Query, Stored, WholeCollections } from '../../ports/documents.ts';
import { cursorAfter } from '../documents/table.ts';
import { storedJson } from '../stored-json.ts';
import type { Mongo } from './connect.ts';
import { pathOf, rangeOf } from './documents/keys.ts';
import { GONE, Registry } from './documents/registry.ts';
import { type Operation, operationsOf, type StoredDocument, writeInOrder } from './documents/writing.ts';

export interface FirstReads {
  /** The state of each collection's checkpoint, as a text that changes with everything that may change the collection. */
  states(names: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly find: Documents['find'];
}

interface Known {
  readonly state: string;
  readonly index: string;
  readonly limit: number;
  readonly items: readonly Stored[];
}

/**
 * Returns the first documents of an index. They are read again only if the collection's state has changed since. The state is read before
 * the documents, and writers change it after them, so cached documents are never older than their state. Simultaneous callers share one
 * query for the states of their collections.
 */
export function createFirst({ states, find }: FirstReads): NonNullable<Documents['first']> {
  const known = new Map<string, Known>();
  let asking: { readonly names: Set<string>; readonly found: Promise<ReadonlyMap<string, string>> } | null = null;

  function stateOf(name: string): Promise<string | undefined> {
    asking ??= share(new Set());
    asking.names.add(name);
    return asking.found.then((found) => found.get(name));
  }

  function share(names: Set<string>) {
    const found = Promise.resolve().then(() => {
      asking = null;
      return states([...names]);
    });
    return { names, found };
  }

  return async <D extends JsonObject>(name: string, index: string, limit: number): Promise<readonly Stored<D>[]> => {
    const state = await stateOf(name);
    const before = known.get(name);
    // The caller says what the documents of the collection are, as in `find`.
    if (before?.state === state && before?.index === index && before.limit === limit) return before.items as readonly Stored<D>[];
    const { items } = await find<D>(name, { index, equals: [], limit });
    if (state !== undefined) known.set(name, { state, index, limit, items });
    return items;
  };
}

export function stagesOf(explained: Document): readonly string[] {
  const plan: Document = explained.queryPlanner?.winningPlan ?? {};
  return stagesUnder(plan.queryPlan ?? plan);
}

function stagesUnder(stage: Document): readonly string[] {
  const inner: readonly Document[] = [stage.inputStage ?? [], stage.inputStages ?? []].flat();
  return [String(stage.stage), ...inner.flatMap(stagesUnder)];
}

export interface MongoDocuments extends Documents, WholeCollections {
  /** Replaces a collection by another in one step, with its checkpoint, so that a rebuilt collection can serve without a pause. */
  replace(from: string, to: string): Promise<void>;
  /** The stages of MongoDB's plan for the query. For tests. */
  explain(collection: string, query: Query): Promise<readonly string[]>;
}

const IDS = 1_000;
const SHOWN = { position: 1, doc: 1 } as const;

function asStored<D extends JsonObject>({ _id: id, position, doc }: StoredDocument): readonly Stored<D>[] {
  return doc === undefined ? [] : [{ id, position, doc: storedJson<D>(doc) }];
}

/** Opens the read models on MongoDB. The connection stays open when they are closed. */
export function openMongoDocuments(mongo: Mongo): MongoDocuments {
  const registry = new Registry(mongo);
  const collection = (name: string) => mongo.db.collection<StoredDocument>(name);

  async function getMany<D extends JsonObject>(name: string, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<D>>> {
    await registry.spec(name);
    const wanted = [...new Set(ids)];
    const found = new Map<string, Stored<D>>();
    for (let at = 0; at < wanted.length; at += IDS) {
      const some = { _id: { $in: wanted.slice(at, at + IDS) } };
      const rows = await mongo.run(() => collection(name).find(some, { projection: SHOWN }).toArray());
      for (const stored of rows.flatMap(asStored<D>)) found.set(stored.id, stored);
    }
    return found;
  }

  /** For each collection one that asks for the documents of several callers at once. */
  const documentsOf = new Map<string, (id: string) => Promise<ReadonlyMap<string, Stored>>>();

  async function get<D extends JsonObject>(name: string, id: string): Promise<Stored<D> | null> {
    const together = documentsOf.get(name) ?? gathered((ids: readonly string[]) => getMany<JsonObject>(name, ids));
    documentsOf.set(name, together);
    // The caller says what the documents of the collection are, as in `find`.
    return ((await together(id)).get(id) as Stored<D> | undefined) ?? null;
  }

  /** The query is one range of the only index over these strings, so MongoDB has no other plan to choose. */
  async function cursor(name: string, query: Query) {
    const path = pathOf(query.index);
    return collection(name)
      .find({ [path]: rangeOf(await registry.spec(name), query) }, { projection: SHOWN })
      .sort({ [path]: query.order === 'desc' ? -1 : 1 })
      .limit(query.limit);
  }

  async function find<D extends JsonObject>(name: string, query: Query): Promise<Page<D>> {
    const rows = await mongo.run(async () => (await cursor(name, { ...query, limit: query.limit + 1 })).toArray());
    const items = rows.slice(0, query.limit).flatMap(asStored<D>);
    const last = items.at(-1);
    return { items, next: rows.length > query.limit && last ? cursorAfter(await registry.spec(name), query, last) : null };
  }

  async function count(name: string, query: Omit<Query, 'limit'>, limit: number): Promise<number> {
    const range = { [pathOf(query.index)]: rangeOf(await registry.spec(name), query) };
    return mongo.run(() => collection(name).countDocuments(range, { limit }));
  }

  /** Removed documents are read, too, because only the index of the ids leads through a whole collection. There are few. */
  async function scan<D extends JsonObject>(name: string, after: string | null, limit: number): Promise<readonly Stored<D>[]> {
    await registry.spec(name);
    const found: Stored<D>[] = [];
    for (let behind = after ?? ''; ; ) {
      const some = { _id: { $gt: behind } };
      const query = () =>
        collection(name)
          .find(some, { projection: SHOWN })
          .sort({ _id: 1 })
          .limit(limit - found.length);
      const rows = await mongo.run(() => query().toArray());
      found.push(...rows.flatMap(asStored<D>));
      const last = rows.at(-1);
      if (last === undefined || found.length === limit) return found;
      behind = last._id;
    }
  }

  /** Uses no transaction; docs/adr/0015-mongodb.md explains why none is needed. */
  async function apply({ first = [], writes, checkpoints }: Batch): Promise<void> {
    const tokens = new Map(checkpoints.map(({ name, token }) => [name, token]));
    const parts = async (of: readonly CollectionWrites[]): Promise<readonly { name: string; operations: readonly Operation[] }[]> => {
      const all: { name: string; operations: readonly Operation[] }[] = [];
      for (const { collection: name, writes: some } of of)
        all.push({ name, operations: operationsOf(await registry.spec(name), some, tokens.get(name)) });
      return all;
    };
    const [before, after] = [await parts(first), await parts(writes)];
    // For collections without writes, only the checkpoint must be guarded.
    const written = new Set([...before, ...after].map(({ name }) => name));
    await registry.raiseTokens(checkpoints.filter(({ name }) => written.has(name)));
    const earlier = new Map(before.map(({ name, operations }) => [name, operations]));
    const later = new Map(after.map(({ name, operations }) => [name, operations]));
    await Promise.all([...written].map((name) => writeInOrder(mongo, name, earlier.get(name) ?? [], later.get(name) ?? [])));
    await registry.writeCheckpoints(checkpoints, written);
  }

  async function list() {
    const collections = await registry.list();
    return Promise.all(
      collections.map(async ({ name, checkpoint }) => {
        const all = await mongo.run(() => collection(name).estimatedDocumentCount());
        const gone = await mongo.run(() => collection(name).countDocuments({ [GONE]: true }));
        return { name, checkpoint, documents: all - gone };
      }),
    );
  }

  return {
    ensure: (spec) => registry.ensure(spec),
    get,
    getMany,
    find,
    scan,
    first: createFirst({ states: (names) => registry.states(names), find }),
    count: (name, query, limit = 1000) => count(name, query, limit),
    apply,
    checkpoint: async (name) => (await registry.checkpoints([name])).get(name)?.position ?? START,
    checkpoints: (names) => registry.checkpoints(names),
    list,
    drop: (name) => registry.drop(name),
    replace: (from, to) => registry.replace(from, to),
    explain: (name, query) => mongo.run(async () => stagesOf(await (await cursor(name, query)).explain('queryPlanner'))),
    async close() {},
  };
}
