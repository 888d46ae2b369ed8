import type { CollectionSpec, IndexSpec, Scalar } from '../../projections/engine/documents.ts';

/** Names from specs stand quoted in SQL. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const tableOf = (collection: string): string => quoted(`c.${collection}`);
export const columnOf = (field: string): string => quoted(`f.${field}`);

/** Null is stored as what sorts before every number and text, so that keys compare without NULL's own rules. */
export const NULL_SQL = '-9e999';

export function asColumn(value: Scalar): string | number {
  if (value === null) return Number.NEGATIVE_INFINITY;
  return typeof value === 'boolean' ? Number(value) : value;
}

/** A document's index field; what is not there is null. @throws TypeError for what cannot be sorted */
export function fieldOf(doc: { readonly [key: string]: unknown }, field: string): Scalar {
  const value = doc[field] ?? null;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new TypeError(`The field ${field} is indexed and must be a string, a number, a boolean or null.`);
}

export const fieldsOf = (spec: CollectionSpec): readonly string[] => [...new Set(spec.indexes.flatMap((index) => index.fields))];

/** Rows that an index holds, as its WHERE and the WHERE of each query on it say alike. */
export function heldBy({ fields, sparse }: IndexSpec): string {
  const last = fields.at(-1);
  return sparse && last !== undefined ? `gone = 0 AND ${columnOf(last)} > ${NULL_SQL}` : 'gone = 0';
}

export const indexNameOf = (collection: string, index: string): string => quoted(`i.${collection}.${index}`);

/**
 * One table a collection: the document as JSON, and each indexed field in a column. A removed document
 * stays as a row that is `gone`, so that an older write that comes again does not bring it back. The indexes
 * do not look at `doc`, so that a change of it alone leaves them as they are.
 */
export function schemaOf(spec: CollectionSpec): string {
  const columns = fieldsOf(spec).map((field) => `, ${columnOf(field)}`);
  return `CREATE TABLE ${tableOf(spec.name)} (id TEXT NOT NULL UNIQUE, position TEXT NOT NULL, doc TEXT, gone INTEGER NOT NULL${columns.join('')});`;
}

/** Its indexes, where they are not there yet. */
export function indexesOf(spec: CollectionSpec): string {
  const indexes = spec.indexes.map((index) => {
    const keys = [...index.fields.map(columnOf), 'id'].join(', ');
    return `CREATE INDEX IF NOT EXISTS ${indexNameOf(spec.name, index.name)} ON ${tableOf(spec.name)} (${keys}) WHERE ${heldBy(index)};`;
  });
  return indexes.join('\n');
}

export const withoutIndexes = (spec: CollectionSpec): string =>
  spec.indexes.map((index) => `DROP INDEX IF EXISTS ${indexNameOf(spec.name, index.name)};`).join('\n');

/** Written only where the position is newer than what is there. */
export function upsertOf(spec: CollectionSpec): string {
  const columns = ['id', 'position', 'doc', 'gone', ...fieldsOf(spec).map(columnOf)];
  const set = columns.slice(1).map((column) => `${column} = excluded.${column}`);
  return `INSERT INTO ${tableOf(spec.name)} AS t (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${set.join(', ')} WHERE excluded.position > t.position`;
}

/** The same where a document is there whose indexed fields stay: no index is touched. Changes nothing otherwise. */
export function updateOf(spec: CollectionSpec): string {
  const same = fieldsOf(spec).map((field) => ` AND ${columnOf(field)} = ?`);
  return `UPDATE ${tableOf(spec.name)} SET position = ?, doc = ? WHERE id = ? AND gone = 0 AND position < ?${same.join('')}`;
}
