import type { CollectionSpec, Cursor, IndexSpec, Query, Scalar, Stored } from '../../ports/documents.ts';
import { asColumn, columnOf, fieldOf, indexCondition, indexNameOf, NULL_SQL, tableOf } from './table.ts';

export interface Planned {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

type Conditions = Omit<Query, 'limit' | 'after' | 'order'>;

/** The SQL for a page in the order of the index. It reads only rows of the result. */
export function pageSql(spec: CollectionSpec, query: Query): Planned {
  const index = indexOf(spec, query);
  const order = query.order ?? 'asc';
  const sorted = sortFields(index, query);
  const { where, values } = conditions(index, query, order, query.after);
  const direction = order === 'asc' ? '' : ' DESC';
  const orderBy = [...sorted.map(columnOf), 'id'].map((column) => column + direction).join(', ');
  return {
    sql: `SELECT id, position, doc FROM ${from(spec, index)} WHERE ${where} ORDER BY ${orderBy} LIMIT ?`,
    values: [...values, query.limit],
  };
}

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
    add(`${columnOf(index.fields[at] as string)} = ?`, value);
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
