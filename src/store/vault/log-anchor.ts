import type { DatabaseSync } from 'node:sqlite';
import { AnchorNotGenuine, type LogAnchor, NO_EVENTS } from '../../ports/log-anchor.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import { hasTable, prepareSelect } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';

/** An anchor as it is stored: its JSON, and a keyed hash of this text. */
export interface AnchorRow {
  readonly anchor: string;
  readonly mac: string;
}

const macOf = ({ keyed }: KeyedHashes, anchor: string): string => keyed('log anchor', anchor);

export function anchorRow(hashes: KeyedHashes, { events, head, block, block_end, closed, accepted }: LogAnchor): AnchorRow {
  const anchor = JSON.stringify({ events, head, block, block_end, closed, accepted });
  return { anchor, mac: macOf(hashes, anchor) };
}

/** @throws AnchorNotGenuine */
export function openAnchorRow(hashes: KeyedHashes, row: AnchorRow | undefined): LogAnchor {
  if (row === undefined) throw new AnchorNotGenuine("the vault's note about the event log is missing");
  if (macOf(hashes, row.anchor) !== row.mac) throw new AnchorNotGenuine("the vault's note about the event log was altered");
  return storedJson<LogAnchor>(row.anchor);
}

const TABLE = 'CREATE TABLE log_anchor (one INTEGER PRIMARY KEY CHECK (one = 1), anchor TEXT NOT NULL, mac TEXT NOT NULL) STRICT';
const SELECT = 'SELECT anchor, mac FROM log_anchor';

export const hasAnchorTable = (database: DatabaseSync): boolean => hasTable(database, 'log_anchor');

/** The row is made together with the table, so a table without a row was altered. */
export function makeAnchorTable(database: DatabaseSync, hashes: KeyedHashes): void {
  if (hasAnchorTable(database)) return;
  database.exec(TABLE);
  const { anchor, mac } = anchorRow(hashes, NO_EVENTS);
  database.prepare('INSERT INTO log_anchor VALUES (1, ?, ?)').run(anchor, mac);
}

/** The table must exist. */
export const readAnchor = (database: DatabaseSync, hashes: KeyedHashes): LogAnchor =>
  openAnchorRow(hashes, prepareSelect<AnchorRow>(database, SELECT).get());

export function logAnchors(database: DatabaseSync, hashes: KeyedHashes) {
  const select = prepareSelect<AnchorRow>(database, SELECT);
  const upsert = database.prepare(
    'INSERT INTO log_anchor VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET anchor = excluded.anchor, mac = excluded.mac',
  );
  const get = (): LogAnchor => openAnchorRow(hashes, select.get());
  function replace(next: LogAnchor): void {
    const { anchor, mac } = anchorRow(hashes, next);
    upsert.run(anchor, mac);
  }
  return {
    get,
    replace,
    put(next: LogAnchor): boolean {
      if (get().events > next.events) return false;
      replace(next);
      return true;
    },
  };
}
