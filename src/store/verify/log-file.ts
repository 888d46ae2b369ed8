import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Position } from '../../domain/kernel/event.ts';
import type { StoredEvent } from '../event-log/raw-log.ts';
import { asPosition, asStored } from '../event-log/sqlite-row.ts';
import { isCorrupt, sqliteCode } from '../sqlite/database.ts';
import type { StoredRow } from './intact.ts';

/** The index of streams at one place differs from the events. */
export interface IndexFault {
  readonly stream: string;
  readonly revision: number;
  /** The position of the event; null for a row that belongs to no event. */
  readonly position: number | null;
}

export interface LogFile {
  /** The rows after a position, oldest first, all from one snapshot. */
  rows(after: number, limit: number): readonly StoredRow[];
  /** The events after a position, oldest first, for a log in which each can be read. */
  readAll(after: Position, limit: number): Promise<readonly StoredEvent[]>;
  head(): Promise<Position>;
  /** Up to this position every event is in the index; null if the file does not say so. */
  readonly indexedTo: number | null;
  /** Rows of the index that belong to no event, at most `limit`. */
  strayIndexRows(limit: number): readonly IndexFault[];
  indexRows(): number;
  close(): void;
}

const ROWS = `
  SELECT position, stream, revision, id, json, (SELECT p.position FROM places p WHERE p.stream = e.stream AND p.revision = e.revision)
  FROM events e WHERE position > ? ORDER BY position LIMIT ?`;
const STRAY = `
  SELECT p.stream, p.revision FROM places p LEFT JOIN events e ON e.position = p.position
  WHERE e.stream IS NOT p.stream OR e.revision IS NOT p.revision LIMIT ?`;
/** Most pages of the index stay in memory, in KiB. */
const CACHE_KIB = 16_384;

/** Opens the log only to read it, beside a program that writes it. @throws Error, also of SQLite: see `sentenceOf` */
export function openLogFile(path: string): LogFile {
  if (!existsSync(path)) throw new Error(`there is no event log at ${path}: set VOUCH_DATA to the folder that holds it`);
  if (statSync(path).size === 0) throw new Error('it is empty');
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}; BEGIN`);
    const rows = database.prepare(ROWS);
    rows.setReturnArrays(true);
    const mark: unknown = database.prepare('SELECT position FROM placed').get()?.position;
    // The statement selects these columns in this order, and the tables are STRICT.
    const read = (after: number, limit: number) => rows.all(after, limit) as unknown as readonly StoredRow[];
    const newest = database.prepare('SELECT max(position) AS position FROM events');
    const stray = database.prepare(STRAY);
    return {
      rows: read,
      readAll: async (after, limit) => read(Number(after), limit).map(([position, , , , json]) => asStored({ position, json })),
      head: async () => asPosition(Number(newest.get()?.position ?? 0)),
      indexedTo: typeof mark === 'number' ? mark : null,
      strayIndexRows: (limit) =>
        stray.all(limit).map(({ stream, revision }) => ({ stream: String(stream), revision: Number(revision), position: null })),
      indexRows: () => Number(database.prepare('SELECT count(*) AS count FROM places').get()?.count),
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

const HEADER_BYTES = 100;
/** In the header of a file of SQLite, which are numbers with the highest byte first: https://sqlite.org/fileformat.html */
const PAGE_SIZE_AT = 16;
const CHANGES_AT = 24;
const PAGES_AT = 28;
const PAGES_VALID_FOR_AT = 92;

/**
 * The number of bytes by which a file of SQLite is shorter than it says itself. SQLite reads what is left of such a file without a word as long
 * as it needs none of the missing pages. 0 also if it cannot be known: pages that a program has not yet moved into the file are beside it.
 */
export function missingBytes(path: string): number {
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) return 0;
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return 0;
  } finally {
    closeSync(file);
  }
  if (header.readUInt32BE(CHANGES_AT) !== header.readUInt32BE(PAGES_VALID_FOR_AT)) return 0;
  return Math.max(0, header.readUInt32BE(PAGES_AT) * header.readUInt16BE(PAGE_SIZE_AT) - statSync(path).size);
}

/** An error of reading a file as part of a sentence. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isCorrupt(error)) return `it is damaged (${message})`;
  return sqliteCode(error) === null ? message : `SQLite cannot read it (${message})`;
}
