import type { DatabaseSync } from 'node:sqlite';
import type { StoredToken } from '../../ports/link-tokens.ts';

/** Single-use tokens, by their hash. */
export function tokens(database: DatabaseSync) {
  const columns = 'token_hash, purpose, user_id, expires_at';
  const select = database.prepare(`SELECT ${columns} FROM tokens WHERE token_hash = ?`);
  const take = database.prepare(`DELETE FROM tokens WHERE token_hash = ? RETURNING ${columns}`);
  const upsert = database.prepare(`
    INSERT INTO tokens (${columns}) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET purpose = excluded.purpose, user_id = excluded.user_id, expires_at = excluded.expires_at`);
  const endThose = database.prepare('DELETE FROM tokens WHERE user_id = ? AND purpose = ?');
  const forgetUser = database.prepare('DELETE FROM tokens WHERE user_id = ?');
  const expire = database.prepare('DELETE FROM tokens WHERE expires_at <= ?');
  const asToken = (row: object | undefined) => (row ? ({ ...row } as StoredToken) : null);
  return {
    get: (tokenHash: string) => asToken(select.get(tokenHash)),
    take: (tokenHash: string) => asToken(take.get(tokenHash)),
    put: (token: StoredToken) => void upsert.run(token.token_hash, token.purpose, token.user_id, token.expires_at),
    end: (userId: string, purpose: string) => void endThose.run(userId, purpose),
    forget: (userId: string) => void forgetUser.run(userId),
    sweep: (now: string) => void expire.run(now),
  };
}
