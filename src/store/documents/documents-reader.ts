import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import { type Documents, readModelOf, type Stored, type WholeCollections } from '../../ports/documents.ts';
import { withStoreErrors } from '../sqlite/database.ts';
import { openToRead } from '../sqlite/open-to-read.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';
import { CollectionReader, type LogBeside, type Place } from './collection.ts';
import { checkpointsRead } from './file.ts';
import type { DocumentsFile } from './several-files.ts';
import type { TableSpec } from './table.ts';

export interface DocumentsReader extends WholeCollections, Pick<Documents, 'checkpoints'> {
  getMany: Documents['getMany'];
  close(): Promise<void>;
}

const WHAT = { what: 'file of read models', table: 'checkpoints' } as const;

interface FileToRead extends Pick<DocumentsFile, 'readModels'> {
  readonly path: string;
}

/**
 * Opens the read models only to read them, beside a program that writes them. All reads of a file see the same instant, so a checkpoint and
 * the documents fit together.
 * @throws Error if they are missing or empty
 */
export function openDocumentsReader(files: readonly FileToRead[], beside: LogBeside): DocumentsReader {
  const opened: (FileToRead & { readonly reader: DocumentsReader })[] = [];
  const close = async (): Promise<void> => {
    for (const { reader } of opened) await reader.close();
  };
  try {
    for (const file of files)
      opened.push({ ...file, reader: openToRead({ path: file.path, ...WHAT }, (database) => readerOf(database, beside)) });
  } catch (error) {
    void close();
    throw error;
  }
  const of = (collection: string): DocumentsReader =>
    required(opened.find(({ readModels }) => readModels.includes(readModelOf(collection)))?.reader, 'file of a read model');
  return {
    async checkpoints(names) {
      const found = await Promise.all(opened.map(({ reader }) => reader.checkpoints(names)));
      return new Map(found.flatMap((each) => [...each]));
    },
    scan: <D extends JsonObject>(name: string, after: string | null, limit: number) => of(name).scan<D>(name, after, limit),
    getMany: <D extends JsonObject>(name: string, ids: readonly string[]) => of(name).getMany<D>(name, ids),
    close,
  };
}

function readerOf(database: DatabaseSync, beside: LogBeside): DocumentsReader {
  database.exec('BEGIN');
  const checkpoints = checkpointsRead(database);
  const specOf = prepareSelect<{ spec: string }>(database, 'SELECT spec FROM collections WHERE name = ?');
  const collection = (name: string): CollectionReader => {
    const { spec } = required(specOf.get(name), `collection ${name}`);
    return new CollectionReader(database, storedJson<TableSpec>(spec), beside);
  };
  // The caller says what the documents of the collection are.
  const at = <D extends JsonObject>(from: CollectionReader, places: readonly Place[]) =>
    from.at(places).map(({ stored }) => stored as Stored<D>);
  return {
    checkpoints: (names) => withStoreErrors(() => checkpoints.ofAll(names)),
    scan: <D extends JsonObject>(name: string, after: string | null, limit: number) =>
      withStoreErrors(() => {
        const from = collection(name);
        return at<D>(from, from.placesAfter(after, limit));
      }),
    getMany: <D extends JsonObject>(name: string, ids: readonly string[]) =>
      withStoreErrors(() => {
        const from = collection(name);
        const places = ids.flatMap((id) => from.placeOf(id) ?? []);
        return new Map(at<D>(from, places).map((stored) => [stored.id, stored] as const));
      }),
    async close() {
      database.close();
    },
  };
}
