import type { JsonObject } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import { type Batch, type CollectionWrites, type Documents, readModelOf } from '../../ports/documents.ts';
import type { SqliteDocuments } from './sqlite-documents.ts';

export interface DocumentsFile {
  /** The names of the read models whose collections are in this file. */
  readonly readModels: readonly string[];
  readonly documents: SqliteDocuments;
}

/** Several files as one store. Collections of read models that no file names are in the last one. */
export function inSeveralFiles(files: readonly DocumentsFile[]): SqliteDocuments {
  const all = files.map(({ documents }) => documents);
  const places = new Map(files.flatMap(({ readModels, documents }) => readModels.map((name) => [name, documents] as const)));
  const known = new Map<string, SqliteDocuments>();
  const last = required(files.at(-1), 'file of read models');
  const of = (collection: string): SqliteDocuments => {
    const found = known.get(collection);
    if (found) return found;
    const place = places.get(readModelOf(collection)) ?? last.documents;
    known.set(collection, place);
    return place;
  };
  const namesIn = (documents: SqliteDocuments, names: readonly string[]): readonly string[] =>
    names.filter((name) => of(name) === documents);

  async function filling(collections: readonly string[]): Promise<() => Promise<void>> {
    const ends: (() => Promise<void>)[] = [];
    for (const documents of all) {
      const names = namesIn(documents, collections);
      if (names.length > 0) ends.push(await documents.filling(names));
    }
    return async () => {
      for (const end of ends) await end();
    };
  }

  return {
    ensure: (spec) => of(spec.name).ensure(spec),
    filling,
    get: <D extends JsonObject>(collection: string, id: string) => of(collection).get<D>(collection, id),
    getMany: <D extends JsonObject>(collection: string, ids: readonly string[]) => of(collection).getMany<D>(collection, ids),
    find: <D extends JsonObject>(collection: string, query: Parameters<Documents['find']>[1]) => of(collection).find<D>(collection, query),
    first: <D extends JsonObject>(collection: string, index: string, limit: number) => of(collection).first<D>(collection, index, limit),
    scan: <D extends JsonObject>(collection: string, after: string | null, limit: number) =>
      of(collection).scan<D>(collection, after, limit),
    count: (collection, query, limit) => of(collection).count(collection, query, limit),
    async apply(batch) {
      for (const documents of all) {
        const part = partOf(batch, (collection) => of(collection) === documents);
        if (part !== null) await documents.apply(part);
      }
    },
    checkpoint: (name) => of(name).checkpoint(name),
    async checkpoints(names) {
      const found = await Promise.all(all.map((documents) => documents.checkpoints(namesIn(documents, names))));
      return new Map(found.flatMap((each) => [...each]));
    },
    list: async () => (await Promise.all(all.map((documents) => documents.list()))).flat(),
    drop: (collection) => of(collection).drop(collection),
    written(changes) {
      for (const change of changes) of(change.collection).written([change]);
    },
    integrity: () => all.flatMap((documents) => documents.integrity()),
    explain: (collection, query) => of(collection).explain(collection, query),
    async close() {
      for (const documents of all) await documents.close();
    },
  };
}

/** What a batch writes to the collections of one file; null: nothing. */
function partOf({ first = [], writes, checkpoints }: Batch, isHere: (collection: string) => boolean): Batch | null {
  const here = (each: readonly CollectionWrites[]) => each.filter(({ collection }) => isHere(collection));
  const part = { first: here(first), writes: here(writes), checkpoints: checkpoints.filter(({ name }) => isHere(name)) };
  return part.first.length + part.writes.length + part.checkpoints.length > 0 ? part : null;
}
