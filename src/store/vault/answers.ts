import type { DatabaseSync } from 'node:sqlite';
import type { KeptAnswer } from '../../ports/kept-answers.ts';
import type { Wrapping } from './master-key.ts';

type Row = { fingerprint: string; status: number; headers: string; body: Uint8Array; expires_at: string };

/** Stored answers to requests with an Idempotency-Key. The body is encrypted. The scope of a user contains the user's id. */
export function keptAnswers(database: DatabaseSync, wrap: Wrapping) {
  const select = database.prepare('SELECT fingerprint, status, headers, body, expires_at FROM answers WHERE scope = ? AND key = ?');
  const upsert = database.prepare(`
    INSERT INTO answers (scope, key, fingerprint, status, headers, body, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
      body = excluded.body, expires_at = excluded.expires_at`);
  const forgetUser = database.prepare('DELETE FROM answers WHERE instr(scope, ?) > 0');
  const expire = database.prepare('DELETE FROM answers WHERE expires_at <= ?');
  return {
    get(scope: string, key: string): KeptAnswer | null {
      const row = select.get(scope, key) as Row | undefined;
      if (!row) return null;
      const body = wrap.openAnswer(scope, key, row.body);
      if (body === null) return null;
      const { fingerprint, status, expires_at } = row;
      return { fingerprint, status, headers: JSON.parse(row.headers) as KeptAnswer['headers'], body, expires_at };
    },
    keep(scope: string, key: string, { fingerprint, status, headers, body, expires_at }: KeptAnswer): void {
      upsert.run(scope, key, fingerprint, status, JSON.stringify(headers), wrap.answer(scope, key, body), expires_at);
    },
    forget: (userId: string) => void forgetUser.run(userId),
    sweep: (now: string) => void expire.run(now),
  };
}
