import { openDatabase, transactions } from '../sqlite/database.ts';
import { prepareSelect } from '../sqlite/statements.ts';

/**
 * Makes the index of streams again from the events, and has SQLite make its own indexes again. Nothing else changes. No program may use the
 * folder. Returns the number of rows of the index.
 * @throws StoreUnavailable
 */
export function repairIndex(path: string): number {
  const database = openDatabase(path, { synchronous: 'FULL' });
  try {
    transactions(database)(() =>
      database.exec(`
        REINDEX;
        DELETE FROM places;
        INSERT INTO places (stream, revision, position) SELECT stream, revision, position FROM events WHERE true ORDER BY position ON CONFLICT DO NOTHING;
        INSERT INTO placed VALUES (1, (SELECT coalesce(max(position), 0) FROM events)) ON CONFLICT DO UPDATE SET position = excluded.position;`),
    );
    return prepareSelect<{ count: number }>(database, 'SELECT count(*) AS count FROM places').get()?.count ?? 0;
  } finally {
    database.close();
  }
}
