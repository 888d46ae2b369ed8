import type { DatabaseSync } from 'node:sqlite';
import type { StoredAiKey } from '../../ports/ai-keys.ts';
import type { Wrapping } from './master-key.ts';

export const AI_KEYS_TABLE = 'CREATE TABLE IF NOT EXISTS ai_keys (owner TEXT PRIMARY KEY, wrapped BLOB NOT NULL) STRICT, WITHOUT ROWID;';

/** Owners' own keys of AI services, each encrypted with the master key. */
export function aiKeys(database: DatabaseSync, wrap: Wrapping) {
  const select = database.prepare('SELECT wrapped FROM ai_keys WHERE owner = ?');
  const upsert = database.prepare(
    'INSERT INTO ai_keys (owner, wrapped) VALUES (?, ?) ON CONFLICT DO UPDATE SET wrapped = excluded.wrapped',
  );
  const remove = database.prepare('DELETE FROM ai_keys WHERE owner = ?');
  return {
    get(owner: string): StoredAiKey | null {
      const row = select.get(owner) as { wrapped: Uint8Array } | undefined;
      return row ? wrap.openAiKey(owner, row.wrapped) : null;
    },
    put: (owner: string, stored: StoredAiKey) => void upsert.run(owner, wrap.aiKey(owner, stored)),
    remove: (owner: string) => void remove.run(owner),
  };
}
