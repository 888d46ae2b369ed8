import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { StoredSession } from '../../ports/sessions.ts';

/** Sessions, cached until they are written, because every signed-in request looks one up. */
export function sessions(database: DatabaseSync) {
  const select = database.prepare('SELECT id, user_id, created_at, expires_at FROM sessions WHERE id = ?');
  const upsert = database.prepare(`
    INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET user_id = excluded.user_id, created_at = excluded.created_at, expires_at = excluded.expires_at`);
  const renew = database.prepare('UPDATE sessions SET expires_at = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM sessions WHERE id = ?');
  const removeAll = database.prepare('DELETE FROM sessions WHERE user_id = ? AND id IS NOT ?');
  const expire = database.prepare('DELETE FROM sessions WHERE expires_at <= ?');
  const cache = new LRUCache<string, StoredSession>({ maxSize: 10_000, sizeCalculation: () => 1 });
  return {
    get(id: string): StoredSession | null {
      const known = cache.get(id);
      if (known) return known;
      const row = select.get(id);
      if (!row) return null;
      const session = { ...row } as unknown as StoredSession;
      cache.set(id, session);
      return session;
    },
    put({ id, user_id, created_at, expires_at }: StoredSession): void {
      upsert.run(id, user_id, created_at, expires_at);
      cache.delete(id);
    },
    renew(id: string, expiresAt: string): boolean {
      cache.delete(id);
      return renew.run(expiresAt, id).changes > 0;
    },
    end(id: string): void {
      remove.run(id);
      cache.delete(id);
    },
    endAll(userId: string, but?: string): void {
      removeAll.run(userId, but ?? null);
      cache.clear();
    },
    sweep(now: string): void {
      if (expire.run(now).changes > 0) cache.clear();
    },
  };
}
