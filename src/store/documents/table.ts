import type { CollectionSpec, IndexSpec, Scalar } from '../../ports/documents.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const tableOf = (collection: string): string => quoted(`c.${collection}`);
export const columnOf = (field: string): string => quoted(`f.${field}`);

/** The stored form of null. It sorts before every number and text, so that keys compare without SQL's rules for NULL. */
export const NULL_SQL = '-9e999';

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

export const fieldsOf = (spec: CollectionSpec): readonly string[] => [...new Set(spec.indexes.flatMap((index) => index.fields))];

/** The condition for the rows of an index, used both in the index and in each query on it. */
export function indexCondition({ fields, sparse }: IndexSpec): string {
  const last = fields.at(-1);
  return sparse && last !== undefined ? `gone = 0 AND ${columnOf(last)} > ${NULL_SQL}` : 'gone = 0';
}

export const indexNameOf = (collection: string, index: string): string => quoted(`i.${collection}.${index}`);

/**
 * The table of a collection: the document as JSON, and each indexed field in a column. A removed document stays as a
 * row with `gone`, so that a repeated older write does not restore it. The indexes do not use `doc`, so a change of
 * `doc` alone does not touch them.
 */
export function schemaOf(spec: CollectionSpec): string {
  const columns = fieldsOf(spec).map((field) => `, ${columnOf(field)}`);
  return `CREATE TABLE ${tableOf(spec.name)} (id TEXT NOT NULL UNIQUE, position TEXT NOT NULL, doc TEXT, gone INTEGER NOT NULL${columns.join('')});`;
}

export function indexesOf(spec: CollectionSpec): string {
  const indexes = spec.indexes.map((index) => {
    const keys = [...index.fields.map(columnOf), 'id'].join(', ');
    return `CREATE INDEX IF NOT EXISTS ${indexNameOf(spec.name, index.name)} ON ${tableOf(spec.name)} (${keys}) WHERE ${indexCondition(index)};`;
  });
  return indexes.join('\n');
}

export const withoutIndexes = (spec: CollectionSpec): string =>
  spec.indexes.map((index) => `DROP INDEX IF EXISTS ${indexNameOf(spec.name, index.name)};`).join('\n');

/** An upsert that writes only if the position is newer than the stored one. */
export function upsertOf(spec: CollectionSpec): string {
  const columns = ['id', 'position', 'doc', 'gone', ...fieldsOf(spec).map(columnOf)];
  const set = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${tableOf(spec.name)} AS t (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${set.join(', ')} WHERE excluded.position > t.position`;
}

/** An update of a document whose indexed fields stay the same, so that no index is touched. Changes nothing otherwise. */
export function updateOf(spec: CollectionSpec): string {
  const same = fieldsOf(spec).map((field) => ` AND ${columnOf(field)} = ?`);
  return `UPDATE ${tableOf(spec.name)} SET position = ?, doc = ? WHERE id = ? AND gone = 0 AND position < ?${same.join('')}`;
}
