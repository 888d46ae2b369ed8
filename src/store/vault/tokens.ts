import type { DatabaseSync } from 'node:sqlite';
import type { StoredToken } from '../../ports/link-tokens.ts';

/** Earlier versions created the table without this column. */
function addSource(database: DatabaseSync): void {
  const columns = database.prepare("SELECT name FROM pragma_table_info('tokens')").all();
  if (!columns.some(({ name }) => name === 'source')) database.exec('ALTER TABLE tokens ADD COLUMN source TEXT');
}

export function tokenOf({ source, ...token }: Omit<StoredToken, 'source'> & { readonly source?: string | null }): StoredToken {
  return typeof source === 'string' ? { ...token, source } : token;
}

export function tokens(database: DatabaseSync) {
  addSource(database);
  const columns = 'token_hash, purpose, user_id, expires_at, source';
  const select = database.prepare(`SELECT ${columns} FROM tokens WHERE token_hash = ?`);
  const selectThose = database.prepare(`SELECT ${columns} FROM tokens WHERE user_id = ? AND purpose = ? ORDER BY expires_at, token_hash`);
  const take = database.prepare(`DELETE FROM tokens WHERE token_hash = ? RETURNING ${columns}`);
  const upsert = database.prepare(`
    INSERT INTO tokens (${columns}) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET purpose = excluded.purpose, user_id = excluded.user_id, expires_at = excluded.expires_at,
      source = excluded.source`);
  const endThose = database.prepare('DELETE FROM tokens WHERE user_id = ? AND purpose = ?');
  const forgetUser = database.prepare('DELETE FROM tokens WHERE user_id = ?');
  const expire = database.prepare('DELETE FROM tokens WHERE expires_at <= ?');
  const asToken = (row: object | undefined) => (row ? tokenOf({ ...row } as StoredToken) : null);
  return {
    get: (tokenHash: string) => asToken(select.get(tokenHash)),
    all: (userId: string, purpose: string) => selectThose.all(userId, purpose).map((row) => tokenOf({ ...row } as unknown as StoredToken)),
    take: (tokenHash: string) => asToken(take.get(tokenHash)),
    put: ({ token_hash, purpose, user_id, expires_at, source }: StoredToken) =>
      void upsert.run(token_hash, purpose, user_id, expires_at, source ?? null),
    end: (userId: string, purpose: string) => void endThose.run(userId, purpose),
    forget: (userId: string) => void forgetUser.run(userId),
    sweep: (now: string) => void expire.run(now),
  };
}
