import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A statement that selects rows of a known shape. */
export interface Select<Row extends object> {
  get(...values: readonly SQLInputValue[]): Row | undefined;
  all(...values: readonly SQLInputValue[]): Row[];
  iterate(...values: readonly SQLInputValue[]): Iterable<Row>;
}

/** Whether the database has a table of this name. */
export const hasTable = (database: DatabaseSync, name: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

/** Prepares a statement whose result has the columns of `Row`. */
export function prepareSelect<Row extends object>(database: DatabaseSync, sql: string): Select<Row> {
  // Only the text of the SQL says which columns there are. The tables are STRICT, so each value has the type of its column.
  return database.prepare(sql) as unknown as Select<Row>;
}
