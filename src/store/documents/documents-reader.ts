import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../domain/kernel/event.ts';
import type { Documents, WholeCollections } from '../../ports/documents.ts';
import { withStoreErrors } from '../sqlite/database.ts';
import { openToRead } from '../sqlite/open-to-read.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { checkpointsRead } from './file.ts';
import { asStored, type Row, scanOf } from './scan.ts';
import { tableOf } from './table.ts';

export interface DocumentsReader extends WholeCollections, Pick<Documents, 'checkpoints'> {
  getMany: Documents['getMany'];
  close(): Promise<void>;
}

/**
 * Opens the read models only to read them, beside a program that writes them. All reads see the same instant, so a checkpoint and the
 * documents fit together.
 * @throws Error if they are missing or empty
 */
export const openDocumentsReader = (path: string): DocumentsReader =>
  openToRead({ path, what: 'file of read models', table: 'checkpoints' }, readerOf);

function readerOf(database: DatabaseSync): DocumentsReader {
  database.exec('BEGIN');
  const checkpoints = checkpointsRead(database);
  const get = (name: string) => prepareSelect<Row>(database, `SELECT id, position, doc FROM ${tableOf(name)} WHERE id = ? AND gone = 0`);
  return {
    checkpoints: (names) => withStoreErrors(() => checkpoints.ofAll(names)),
    scan: <D extends JsonObject>(name: string, after: string | null, limit: number) =>
      withStoreErrors(() =>
        scanOf(database, name)
          .all(after ?? '', limit)
          .map((row) => asStored<D>(row)),
      ),
    getMany: <D extends JsonObject>(name: string, ids: readonly string[]) =>
      withStoreErrors(() => {
        const one = get(name);
        return new Map(ids.flatMap((id) => one.get(id) ?? []).map((row) => [row.id, asStored<D>(row)] as const));
      }),
    async close() {
      database.close();
    },
  };
}
