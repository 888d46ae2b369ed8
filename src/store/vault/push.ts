import type { DatabaseSync } from 'node:sqlite';
import type { PushTarget, StoredPushTarget } from '../../ports/push.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import type { Wrapping } from './master-key.ts';

export const PUSH_TABLES = `
  CREATE TABLE IF NOT EXISTS push_targets (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, endpoint_hash TEXT NOT NULL UNIQUE, wrapped BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS push_targets_by_owner ON push_targets (owner);
  CREATE TABLE IF NOT EXISTS program_keys (name TEXT PRIMARY KEY, wrapped BLOB NOT NULL) STRICT, WITHOUT ROWID;
`;

/** A stored target whose endpoint and keys are still encrypted. */
export interface WrappedPushTarget {
  readonly id: string;
  readonly owner: string;
  readonly endpoint_hash: string;
  readonly wrapped: Uint8Array;
}

/** The name under which a target is encrypted, so that nobody can store the target of one owner as that of another. */
export const targetEntry = ({ owner, id }: { readonly owner: string; readonly id: string }): string =>
  `push ${JSON.stringify([owner, id])}`;
export const keyEntry = (name: string): string => `program key ${name}`;

export const wrapTarget = (wrap: Wrapping, { endpoint, p256dh, auth, ...place }: StoredPushTarget): Buffer =>
  wrap.secret(targetEntry(place), { endpoint, p256dh, auth } satisfies PushTarget);

export function openTarget(wrap: Wrapping, { wrapped, ...place }: WrappedPushTarget): StoredPushTarget | null {
  const target = wrap.openSecret<PushTarget>(targetEntry(place), wrapped);
  return target && { ...place, ...target };
}

export const wrapProgramKey = (wrap: Wrapping, name: string, key: string): Buffer => wrap.secret(keyEntry(name), { key });
export const openProgramKey = (wrap: Wrapping, name: string, wrapped: Uint8Array): string | null =>
  wrap.openSecret<{ readonly key: string }>(keyEntry(name), wrapped)?.key ?? null;

export function pushTargets(database: DatabaseSync, wrap: Wrapping) {
  const select = prepareSelect<WrappedPushTarget>(database, 'SELECT * FROM push_targets WHERE id = ?');
  const selectAt = prepareSelect<WrappedPushTarget>(database, 'SELECT * FROM push_targets WHERE endpoint_hash = ?');
  const replace = database.prepare('INSERT OR REPLACE INTO push_targets (id, owner, endpoint_hash, wrapped) VALUES (?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM push_targets WHERE id = ?');
  const forgetOwner = database.prepare('DELETE FROM push_targets WHERE owner = ?');
  const opened = (row: WrappedPushTarget | undefined): StoredPushTarget | null => (row ? openTarget(wrap, { ...row }) : null);
  return {
    get: (id: string) => opened(select.get(id)),
    at: (endpointHash: string) => opened(selectAt.get(endpointHash)),
    put: (target: StoredPushTarget) => void replace.run(target.id, target.owner, target.endpoint_hash, wrapTarget(wrap, target)),
    remove: (id: string) => void remove.run(id),
    forget: (owner: string) => void forgetOwner.run(owner),
  };
}

export function programKeys(database: DatabaseSync, wrap: Wrapping) {
  const select = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM program_keys WHERE name = ?');
  const insert = database.prepare('INSERT INTO program_keys (name, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const get = (name: string): string | null => {
    const row = select.get(name);
    return row ? openProgramKey(wrap, name, row.wrapped) : null;
  };
  return {
    get,
    keep(name: string, key: string): string {
      insert.run(name, wrapProgramKey(wrap, name, key));
      return get(name) ?? key;
    },
  };
}
