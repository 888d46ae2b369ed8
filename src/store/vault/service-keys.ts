import type { DatabaseSync } from 'node:sqlite';
import type { StoredAiKey } from '../../ports/ai-help.ts';
import type { Revocation, StoredTokens } from '../../ports/tokens.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import type { Wrapping } from './master-key.ts';

export const PROVIDER_TABLES = `
  CREATE TABLE IF NOT EXISTS provider_tokens (
    owner TEXT NOT NULL, platform TEXT NOT NULL, wrapped BLOB NOT NULL, PRIMARY KEY (owner, platform)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS revocations (
    id TEXT PRIMARY KEY, wrapped BLOB NOT NULL, expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS revocations_by_expiry ON revocations (expires_at);
`;

/** The name under which tokens are encrypted, so that nobody can store the tokens of one owner as those of another. */
export const tokensEntry = (owner: string, platform: string): string => `tokens ${JSON.stringify([owner, platform])}`;
export const revocationEntry = (id: string): string => `revocation ${id}`;

export type WrappedRevocation = Omit<Revocation, 'id' | 'expires_at'>;

export function providerTokens(database: DatabaseSync, wrap: Wrapping) {
  const select = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM provider_tokens WHERE owner = ? AND platform = ?');
  const upsert = database.prepare('INSERT INTO provider_tokens VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET wrapped = excluded.wrapped');
  const remove = database.prepare('DELETE FROM provider_tokens WHERE owner = ? AND platform = ?');
  const forgetOwner = database.prepare('DELETE FROM provider_tokens WHERE owner = ?');
  const upsertRevocation = database.prepare(`
    INSERT INTO revocations (id, wrapped, expires_at) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET wrapped = excluded.wrapped, expires_at = excluded.expires_at`);
  const selectRevocations = prepareSelect<{ id: string; wrapped: Uint8Array; expires_at: string }>(
    database,
    'SELECT id, wrapped, expires_at FROM revocations ORDER BY expires_at, id',
  );
  const removeRevocation = database.prepare('DELETE FROM revocations WHERE id = ?');
  const expire = database.prepare('DELETE FROM revocations WHERE expires_at <= ?');
  return {
    get(owner: string, platform: string): StoredTokens | null {
      const row = select.get(owner, platform);
      return row ? wrap.openTokens<StoredTokens>(tokensEntry(owner, platform), row.wrapped) : null;
    },
    put: (owner: string, platform: string, tokens: StoredTokens) =>
      void upsert.run(owner, platform, wrap.tokens(tokensEntry(owner, platform), tokens)),
    end: (owner: string, platform: string) => void remove.run(owner, platform),
    forget: (owner: string) => void forgetOwner.run(owner),
    putRevocation: ({ id, expires_at, ...rest }: Revocation) =>
      void upsertRevocation.run(id, wrap.tokens(revocationEntry(id), rest satisfies WrappedRevocation), expires_at),
    revocations: (): readonly Revocation[] =>
      selectRevocations.all().flatMap(({ id, wrapped, expires_at }) => {
        const rest = wrap.openTokens<WrappedRevocation>(revocationEntry(id), wrapped);
        return rest === null ? [] : [{ id, ...rest, expires_at }];
      }),
    endRevocation: (id: string) => void removeRevocation.run(id),
    sweep: (now: string) => void expire.run(now),
  };
}

export const AI_KEYS_TABLE = 'CREATE TABLE IF NOT EXISTS ai_keys (owner TEXT PRIMARY KEY, wrapped BLOB NOT NULL) STRICT, WITHOUT ROWID;';

/** Owners' own keys of AI services, each encrypted with the master key. */
export function aiKeys(database: DatabaseSync, wrap: Wrapping) {
  const select = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM ai_keys WHERE owner = ?');
  const upsert = database.prepare(
    'INSERT INTO ai_keys (owner, wrapped) VALUES (?, ?) ON CONFLICT DO UPDATE SET wrapped = excluded.wrapped',
  );
  const remove = database.prepare('DELETE FROM ai_keys WHERE owner = ?');
  return {
    get(owner: string): StoredAiKey | null {
      const row = select.get(owner);
      return row ? wrap.openAiKey(owner, row.wrapped) : null;
    },
    put: (owner: string, stored: StoredAiKey) => void upsert.run(owner, wrap.aiKey(owner, stored)),
    remove: (owner: string) => void remove.run(owner),
  };
}
