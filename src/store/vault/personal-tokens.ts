import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { StoredPersonalToken } from '../../ports/personal-tokens.ts';

export const PERSONAL_TOKENS_TABLE = `
  CREATE TABLE IF NOT EXISTS personal_tokens (
    id TEXT PRIMARY KEY, token_hash TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, scopes TEXT NOT NULL,
    expires_at TEXT, last_used_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS personal_tokens_by_user ON personal_tokens (user_id, id);
`;

type Row = Record<string, SQLOutputValue>;

export const personalTokenOf = ({ scopes, ...row }: Row): StoredPersonalToken =>
  ({ ...row, scopes: JSON.parse(String(scopes)) }) as unknown as StoredPersonalToken;
export const personalTokenRow = ({ id, token_hash, user_id, scopes, expires_at, last_used_at }: StoredPersonalToken) =>
  [id, token_hash, user_id, JSON.stringify(scopes), expires_at, last_used_at] as const;

export function personalTokens(database: DatabaseSync) {
  const select = database.prepare('SELECT * FROM personal_tokens WHERE token_hash = ?');
  const selectOf = database.prepare('SELECT * FROM personal_tokens WHERE user_id = ? ORDER BY id');
  const replace = database.prepare('INSERT OR REPLACE INTO personal_tokens VALUES (?, ?, ?, ?, ?, ?)');
  const use = database.prepare('UPDATE personal_tokens SET last_used_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM personal_tokens WHERE id = ?');
  const forgetUser = database.prepare('DELETE FROM personal_tokens WHERE user_id = ?');
  return {
    get(tokenHash: string): StoredPersonalToken | null {
      const row = select.get(tokenHash);
      return row ? personalTokenOf(row) : null;
    },
    of: (userId: string): readonly StoredPersonalToken[] => selectOf.all(userId).map(personalTokenOf),
    put: (token: StoredPersonalToken) => void replace.run(...personalTokenRow(token)),
    use: (id: string, at: string) => void use.run(at, id),
    remove: (id: string) => void remove.run(id),
    forget: (userId: string) => void forgetUser.run(userId),
  };
}
