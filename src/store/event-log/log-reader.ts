import type { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../domain/kernel/event.ts';
import { withStoreErrors } from '../sqlite/database.ts';
import { openToRead } from '../sqlite/open-to-read.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import type { RawLog, StoredEvent } from './raw-log.ts';
import { asPosition, asStored, eventAt, type Row } from './sqlite-row.ts';

export interface LogReader extends Pick<RawLog, 'readAll' | 'readLast' | 'head'> {
  /** The events at these positions, in this order. @throws Error if one is missing */
  readAt(positions: readonly number[]): readonly StoredEvent[];
  close(): Promise<void>;
}

/**
 * Opens the log only to read it, beside a program that writes it. The file does not change.
 * @throws Error if there is no log, StoreUnavailable if the file is damaged
 */
export const openLogReader = (path: string): LogReader => openToRead({ path, what: 'event log', table: 'events' }, readerOf);

function readerOf(database: DatabaseSync): LogReader {
  const ofAll = prepareSelect<Row>(database, 'SELECT position, json FROM events WHERE position > ? ORDER BY position LIMIT ?');
  const lastOfAll = prepareSelect<Row>(database, 'SELECT position, json FROM events ORDER BY position DESC LIMIT ?');
  const one = prepareSelect<Row>(database, 'SELECT position, json FROM events WHERE position = ?');
  const newest = prepareSelect<{ position: number | null }>(database, 'SELECT max(position) AS position FROM events');
  return {
    readAll: (after: Position, limit) => withStoreErrors(() => ofAll.all(Number(after), limit).map(readable)),
    readLast: (limit) => withStoreErrors(() => lastOfAll.all(limit).map(readable)),
    head: () => withStoreErrors(() => asPosition(newest.get()?.position ?? 0)),
    readAt: (positions) => positions.map((position) => eventAt(one, position)),
    async close() {
      database.close();
    },
  };
}

function readable(row: Row): StoredEvent {
  try {
    return asStored(row);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Error(`The event at position ${row.position} is damaged. \`vouch verify\` says what else is.`);
    throw error;
  }
}
