import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Every document of every read model as `views.db` holds it, by table, to compare before and after. */
export function dumpViews(folder: string): Readonly<Record<string, readonly unknown[]>> {
  const database = new DatabaseSync(join(folder, 'views.db'), { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%doc%' ORDER BY name").all() as {
      name: string;
    }[];
    const rows = (name: string): readonly unknown[] =>
      (
        database.prepare(`SELECT id, position, doc FROM "${name}" ORDER BY id`).all() as { id: string; position: string; doc: string }[]
      ).map((row) => ({
        ...row,
        doc: sorted(JSON.parse(row.doc)),
      }));
    return Object.fromEntries(tables.map(({ name }) => [name, rows(name)]));
  } finally {
    database.close();
  }
}

/** The order of names in an object does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}
