import type { DatabaseSync } from 'node:sqlite';
import type { StoredPlace } from '../../ports/secrets.ts';
import { prepareSelect } from '../sqlite/statements.ts';

export const PLACES_TABLE = `
  CREATE TABLE IF NOT EXISTS places (
    recipient TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, expires_at TEXT NOT NULL,
    PRIMARY KEY (recipient, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS places_by_expiry ON places (expires_at);
`;

export function places(database: DatabaseSync) {
  const select = prepareSelect<StoredPlace>(database, 'SELECT id, kind, at, expires_at FROM places WHERE recipient = ?');
  const upsert = database.prepare(`
    INSERT INTO places (recipient, id, kind, at, expires_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET kind = excluded.kind, at = excluded.at, expires_at = excluded.expires_at`);
  const expire = database.prepare('DELETE FROM places WHERE expires_at <= ?');
  return {
    of: (recipient: string) => select.all(recipient).map((row): StoredPlace => ({ ...row })),
    put: (recipient: string, { id, kind, at, expires_at }: StoredPlace) => void upsert.run(recipient, id, kind, at, expires_at),
    sweep: (now: string) => void expire.run(now),
  };
}
