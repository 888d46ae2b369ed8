import type { DatabaseSync } from 'node:sqlite';
import type { JsonObject } from '../../domain/kernel/event.ts';
import type { Stored } from '../../ports/documents.ts';
import { prepareSelect, type Select } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';
import { tableOf } from './table.ts';

export type Row = { id: string; position: string; doc: string };

export const asStored = <D extends JsonObject>({ id, position, doc }: Row): Stored<D> => ({ id, position, doc: storedJson<D>(doc) });

/** The documents of a collection in the order of their ids. Parameters: the id behind which they begin, and the limit. */
export const scanOf = (database: DatabaseSync, collection: string): Select<Row> =>
  prepareSelect<Row>(database, `SELECT id, position, doc FROM ${tableOf(collection)} WHERE id > ? AND gone = 0 ORDER BY id LIMIT ?`);
