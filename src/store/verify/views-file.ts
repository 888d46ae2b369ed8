import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { canonical } from '../../contracts/ledger/canonical-json.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { fieldsOf, idOf, type TableSpec, tableOf } from '../documents/table.ts';
import { prepareSelect } from '../sqlite/statements.ts';

/** The read models of a data folder as they were at one moment, opened only to read them. */
export interface ViewsFile {
  /** The checkpoints of the collections that exist. */
  readonly checkpoints: ReadonlyMap<string, Position>;
  /** Ids of the documents that differ from the collection of the same name in the compared file. */
  differing(spec: TableSpec): Iterable<string>;
  close(): void;
}

interface Pair {
  readonly id: string | number;
  readonly ours: string | null;
  readonly theirs: string | null;
  /** Everything but the text is the same. */
  readonly same: number;
}

/**
 * Opens the file at one snapshot, to compare it with a file of the same layout, which may still be filled.
 * @throws Error, also of SQLite: see `sentenceOf`
 */
export function openViewsFile(path: string, compared: string): ViewsFile {
  if (!existsSync(path)) throw new Error('it is missing');
  if (statSync(path).size === 0) throw new Error('it is empty');
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    database.prepare('ATTACH ? AS fresh').run(compared);
    database.exec('BEGIN');
    const known = prepareSelect<{ name: string; position: Position | null }>(
      database,
      'SELECT name, k.position FROM main.collections LEFT JOIN main.checkpoints k USING (name)',
    );
    const checkpoints = new Map(known.all().map(({ name, position }) => [name, position ?? '']));
    return { checkpoints, differing: (spec) => differing(database, spec), close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

function* differing(database: DatabaseSync, spec: TableSpec): Generator<string> {
  const table = tableOf(spec.name);
  const columns = ['position', ...fieldsOf(spec).map((field) => `"f.${field.replaceAll('"', '""')}"`)];
  const same = columns.map((column) => `a.${column} IS b.${column}`).join(' AND ');
  const texts = spec.bare ? 'NULL AS ours, NULL AS theirs' : 'a.doc AS ours, b.doc AS theirs';
  const altered = prepareSelect<Pair>(
    database,
    `SELECT a.id, ${texts}, (${same}) AS same FROM main.${table} a LEFT JOIN fresh.${table} b ON b.id = a.id AND b.gone = 0
      WHERE a.gone = 0 AND (b.id IS NULL OR ${spec.bare ? 'FALSE' : 'a.doc IS NOT b.doc'} OR NOT (${same}))`,
  );
  for (const { id, ours, theirs, same: rest } of altered.iterate()) if (!rest || !isSameText(ours, theirs)) yield idOf(id);
  const lacking = prepareSelect<{ id: string | number }>(
    database,
    `SELECT b.id FROM fresh.${table} b LEFT JOIN main.${table} a ON a.id = b.id AND a.gone = 0 WHERE b.gone = 0 AND a.id IS NULL`,
  );
  for (const { id } of lacking.iterate()) yield idOf(id);
}

/** Members may be in another order, if an earlier version of the program has written them. */
function isSameText(ours: string | null, theirs: string | null): boolean {
  if (ours === theirs) return true;
  if (ours === null || theirs === null) return false;
  try {
    return canonical(JSON.parse(ours)) === canonical(JSON.parse(theirs));
  } catch {
    return false;
  }
}
