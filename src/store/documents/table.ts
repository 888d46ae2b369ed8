import { type Position, START } from '../../domain/kernel/event.ts';
import { itemAt } from '../../domain/kernel/records.ts';
import type { CollectionSpec, Cursor, IndexSpec, Query, Scalar, Stored } from '../../ports/documents.ts';

/** A collection as it is stored in SQLite. */
export interface TableSpec extends Omit<CollectionSpec, 'ofEvents'> {
  /** Only the indexed fields are stored, because the log has the rest. The ids are positions, and are stored as numbers. */
  readonly bare?: true;
}

/** The stored form of a position. @throws RangeError if it is beyond what a number can hold exactly */
export function positionColumn(position: Position): number {
  const column = Number(position);
  if (!Number.isSafeInteger(column)) throw new RangeError(`${position} is no position that can be stored.`);
  return column;
}

export const positionOf = (column: number): Position => String(column).padStart(START.length, '0');

const POSITION = /^\d{20}$/;
/** Stands for an id that no document of the collection can have. */
const NO_ID = -1;

/** The stored form of an id. */
export const idColumn = ({ bare }: Pick<TableSpec, 'bare'>, id: string): string | number =>
  bare ? (POSITION.test(id) ? positionColumn(id) : NO_ID) : id;

export const idOf = (column: string | number): string => (typeof column === 'number' ? positionOf(column) : column);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const tableOf = (collection: string): string => quoted(`c.${collection}`);
const columnOf = (field: string): string => quoted(`f.${field}`);

/** The stored form of null. It sorts before every number and text, so that keys compare without SQL's rules for NULL. */
const NULL_SQL = '-9e999';

export function asColumn(value: Scalar): string | number {
  if (value === null) return Number.NEGATIVE_INFINITY;
  return typeof value === 'boolean' ? Number(value) : value;
}

/** The value of an indexed field; a missing field is null. @throws TypeError for a value that cannot be sorted */
export function fieldOf(doc: { readonly [key: string]: unknown }, field: string): Scalar {
  const value = doc[field] ?? null;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new TypeError(`The field ${field} is indexed and must be a string, a number, a boolean or null.`);
}

export const fieldsOf = (spec: Pick<CollectionSpec, 'indexes'>): readonly string[] => [
  ...new Set(spec.indexes.flatMap((index) => index.fields)),
];

/** The condition for the rows of an index, used both in the index and in each query on it. */
function indexCondition({ fields, sparse }: IndexSpec): string {
  const last = fields.at(-1);
  return sparse && last !== undefined ? `gone = 0 AND ${columnOf(last)} > ${NULL_SQL}` : 'gone = 0';
}

const indexNameOf = (collection: string, index: string): string => quoted(`i.${collection}.${index}`);

/**
 * The table of a collection: the document as JSON, and each indexed field in a column. A removed document stays as a
 * row with `gone`, so that a repeated older write does not restore it. The indexes do not use `doc`, so a change of
 * `doc` alone does not touch them.
 */
export function schemaOf(spec: TableSpec): string {
  const id = spec.bare ? 'id INTEGER PRIMARY KEY' : 'id TEXT NOT NULL UNIQUE, doc TEXT';
  const columns = fieldsOf(spec).map((field) => `, ${columnOf(field)}`);
  return `CREATE TABLE ${tableOf(spec.name)} (${id}, position INTEGER NOT NULL, gone INTEGER NOT NULL${columns.join('')});`;
}

export function indexesOf(spec: TableSpec): string {
  const indexes = spec.indexes.map((index) => {
    // An index ends with the integer key of its table in any case.
    const keys = [...index.fields.map(columnOf), ...(spec.bare ? [] : ['id'])].join(', ');
    return `CREATE INDEX IF NOT EXISTS ${indexNameOf(spec.name, index.name)} ON ${tableOf(spec.name)} (${keys}) WHERE ${indexCondition(index)};`;
  });
  return indexes.join('\n');
}

export const withoutIndexes = (spec: CollectionSpec): string =>
  spec.indexes.map((index) => `DROP INDEX IF EXISTS ${indexNameOf(spec.name, index.name)};`).join('\n');

/** An upsert that writes only if the position is newer than the stored one. */
export function upsertOf(spec: TableSpec): string {
  const columns = ['id', 'position', 'gone', ...fieldsOf(spec).map(columnOf), ...(spec.bare ? [] : ['doc'])];
  const set = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${tableOf(spec.name)} AS t (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${set.join(', ')} WHERE excluded.position > t.position`;
}

/** An update of a document whose indexed fields stay the same, so that no index is touched. Changes nothing otherwise. */
export function updateOf(spec: CollectionSpec): string {
  const same = fieldsOf(spec).map((field) => ` AND ${columnOf(field)} = ?`);
  return `UPDATE ${tableOf(spec.name)} SET position = ?, doc = ? WHERE id = ? AND gone = 0 AND position < ?${same.join('')}`;
}

export interface Planned {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

type Conditions = Omit<Query, 'limit' | 'after' | 'order'>;

/** The SQL for the places of a page in the order of the index. It reads only rows of the result, and no document. */
export function pageSql(spec: TableSpec, query: Query): Planned {
  const index = indexOf(spec, query);
  const order = query.order ?? 'asc';
  const sorted = sortFields(index, query);
  const { where, values } = conditions(index, query, order, query.after && cursorColumns(spec, query.after));
  const direction = order === 'asc' ? '' : ' DESC';
  const orderBy = [...sorted.map(columnOf), 'id'].map((column) => column + direction).join(', ');
  return {
    sql: `SELECT id, position, rowid AS place FROM ${from(spec, index)} WHERE ${where} ORDER BY ${orderBy} LIMIT ?`,
    values: [...values, query.limit],
  };
}

const cursorColumns = (spec: TableSpec, cursor: Cursor): Cursor => [...cursor.slice(0, -1), idColumn(spec, String(cursor.at(-1)))];

export function countSql(spec: CollectionSpec, query: Conditions, limit: number): Planned {
  const index = indexOf(spec, query);
  const { where, values } = conditions(index, query, 'asc', undefined);
  return { sql: `SELECT count(*) AS count FROM (SELECT 1 FROM ${from(spec, index)} WHERE ${where} LIMIT ?)`, values: [...values, limit] };
}

export function cursorAfter(spec: CollectionSpec, query: Query, last: Stored): Cursor {
  return [...sortFields(indexOf(spec, query), query).map((field) => fieldOf(last.doc, field)), last.id];
}

/** With INDEXED BY, SQLite refuses the query rather than scan the table. */
const from = (spec: CollectionSpec, index: IndexSpec): string => `${tableOf(spec.name)} INDEXED BY ${indexNameOf(spec.name, index.name)}`;

/** The fields of the index that remain to sort by. */
export const sortFields = (index: IndexSpec, { equals }: Pick<Query, 'equals'>): readonly string[] => index.fields.slice(equals.length);

/** The index of a query. @throws TypeError if the collection does not declare it or the query does not fit it */
export function indexOf(spec: CollectionSpec, { index: name, equals, from: lower, to: upper }: Conditions): IndexSpec {
  const index = spec.indexes.find((one) => one.name === name);
  if (!index) throw new TypeError(`The collection ${spec.name} declares no index ${name}.`);
  const free = index.fields.length - equals.length;
  if (free < 0)
    throw new TypeError(`The index ${name} of ${spec.name} has ${index.fields.length} fields, and ${equals.length} are asked for.`);
  if (free === 0 && (lower !== undefined || upper !== undefined)) throw new TypeError(`No field of the index ${name} is left for a range.`);
  return index;
}

/** The conditions of a query. A cursor replaces the bound that it lies within. */
function conditions(index: IndexSpec, query: Conditions, order: 'asc' | 'desc', after: Cursor | undefined) {
  const terms: string[] = [indexCondition(index)];
  const values: (string | number)[] = [];
  const add = (term: string, ...parameters: readonly Scalar[]) => {
    terms.push(term);
    values.push(...parameters.map(asColumn));
  };
  query.equals.forEach((value, at) => {
    add(`${columnOf(itemAt(index.fields, at))} = ?`, value);
  });
  const sorted = sortFields(index, query);
  const ranged = sorted[0];
  if (ranged !== undefined) {
    const column = columnOf(ranged);
    if (query.from !== undefined && !(after && order === 'asc')) add(`${column} >= ?`, query.from);
    // As in every driver, an upper bound alone does not include null.
    if (query.from === undefined && query.to !== undefined) terms.push(`${column} > ${NULL_SQL}`);
    if (query.to !== undefined && !(after && order === 'desc')) add(`${column} ${query.toExclusive ? '<' : '<='} ?`, query.to);
  }
  if (after) {
    if (after.length !== sorted.length + 1) throw new TypeError(`This cursor is not one of the index ${index.name}.`);
    const key = [...sorted.map(columnOf), 'id'].join(', ');
    add(`(${key}) ${order === 'asc' ? '>' : '<'} (${after.map(() => '?').join(', ')})`, ...after);
  }
  return { where: terms.join(' AND '), values };
}
