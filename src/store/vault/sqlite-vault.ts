import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { ReactorProgress } from '../../ports/coordination.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import type { WatchedVault } from '../seal.ts';
import { integrityOf, openDatabase, transactions, withStoreErrors } from '../sqlite/database.ts';
import { GroupCommit } from '../sqlite/group-commit.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { keptAnswers, PLACES_TABLE, places } from './answers.ts';
import { keepHashes } from './keyed-hashes.ts';
import { LEDGER_TABLES, signedHeads, signingKeys } from './ledgers.ts';
import { logAnchors, makeAnchorTable } from './log-anchor.ts';
import {
  type GivenKeys,
  type MasterKey,
  type MasterKeys,
  masterKeysFrom,
  proofOf,
  provenKey,
  type Wrapping,
  wrapping,
} from './master-key.ts';
import { PUSH_TABLES, programKeys, pushTargets } from './push.ts';
import { REACTOR_TABLES, sqliteReactorProgress } from './reactors.ts';
import { AI_KEYS_TABLE, aiKeys, PROVIDER_TABLES, providerTokens } from './service-keys.ts';
import { PERSONAL_TOKENS_TABLE, personalTokens, sessions, tokens } from './tokens.ts';

export interface SqliteVault extends WatchedVault {
  /** The reactors' progress. It is in the same file, so it is backed up and restored with the vault. */
  readonly reactors: ReactorProgress;
  /** The faults in the file; empty if it is intact. */
  integrity(): readonly string[];
}

export interface VaultOptions extends GivenKeys {
  readonly path: string;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS proof (one INTEGER PRIMARY KEY CHECK (one = 1), wrapped BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS keys (owner TEXT PRIMARY KEY, wrapped BLOB NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS passwords (user_id TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_by_user ON sessions (user_id);
  CREATE INDEX IF NOT EXISTS sessions_by_expiry ON sessions (expires_at);
  CREATE TABLE IF NOT EXISTS tokens (
    token_hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, user_id TEXT NOT NULL, expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS tokens_by_user ON tokens (user_id, purpose);
  CREATE INDEX IF NOT EXISTS tokens_by_expiry ON tokens (expires_at);
  CREATE TABLE IF NOT EXISTS answers (
    scope TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, status INTEGER NOT NULL,
    headers TEXT NOT NULL, body BLOB NOT NULL, expires_at TEXT NOT NULL, UNIQUE (scope, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS answers_by_expiry ON answers (expires_at);
`;

/**
 * Opens the vault on SQLite, which holds everything that must never be in the event log.
 * @throws Error if the master key is not the vault's own
 */
export function openVault({ path, ...given }: VaultOptions): SqliteVault {
  const masterKeys = masterKeysFrom(given);
  const database = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  let opened: { readonly master: MasterKey; readonly hashes: KeyedHashes };
  try {
    opened = transactions(database)(() => {
      database.exec(SCHEMA);
      database.exec(PLACES_TABLE);
      database.exec(PROVIDER_TABLES);
      database.exec(AI_KEYS_TABLE);
      database.exec(PERSONAL_TOKENS_TABLE);
      database.exec(PUSH_TABLES);
      database.exec(LEDGER_TABLES);
      database.exec(REACTOR_TABLES);
      const master = keyOf(database, masterKeys, path);
      const hashes = keepHashes(database, master);
      makeAnchorTable(database, hashes);
      return { master, hashes };
    });
  } catch (error) {
    database.close();
    throw error;
  }
  const { master, hashes } = opened;
  const commits = new GroupCommit(database);
  const passwordOf = prepareSelect<{ hash: string }>(database, 'SELECT hash FROM passwords WHERE user_id = ?');
  const setPassword = database.prepare('INSERT INTO passwords VALUES (?, ?) ON CONFLICT DO UPDATE SET hash = excluded.hash');
  const dropPassword = database.prepare('DELETE FROM passwords WHERE user_id = ?');
  const wrap = wrapping(master);
  const keyring = keys(database, wrap);
  const session = sessions(database);
  const token = tokens(database);
  const personal = personalTokens(database);
  const answer = keptAnswers(database, wrap);
  const place = places(database);
  const provider = providerTokens(database, wrap);
  const ownAiKey = aiKeys(database, wrap);
  const push = pushTargets(database, wrap);
  const programKey = programKeys(database, wrap);
  const head = signedHeads(database);
  const signingKey = signingKeys(database, wrap);
  const anchor = logAnchors(database, hashes);

  /** Data that was overwritten in the file must not survive in the write-ahead log. */
  const leaveNoTrace = () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)');

  return {
    createKey: (owner) => commits.run(() => keyring.create(owner)),
    key: (owner) => withStoreErrors(() => keyring.key(owner)),
    async destroyKey(owner) {
      await commits.run(() => keyring.destroy(owner));
      await withStoreErrors(leaveNoTrace);
    },
    keyOwners: (page) => withStoreErrors(() => keyring.owners(page)),
    onKeyDestroyed: (listener) => keyring.onDestroyed(listener),
    // Only this process opens the file.
    keysCurrent: () => true,
    keyed: hashes.keyed,
    setPassword: (userId, hash) => commits.run(() => void setPassword.run(userId, hash)),
    password: (userId) => withStoreErrors(() => passwordOf.get(userId)?.hash ?? null),
    putSession: (stored) => commits.run(() => session.put(stored)),
    session: (id) => withStoreErrors(() => session.get(id)),
    renewSession: (id, expiresAt) => commits.run(() => session.renew(id, expiresAt)),
    endSession: (id) => commits.run(() => session.end(id)),
    endSessions: (userId, but) => commits.run(() => session.endAll(userId, but)),
    putToken: (stored) => commits.run(() => token.put(stored)),
    takeToken: (tokenHash) => commits.run(() => token.take(tokenHash)),
    token: (tokenHash) => withStoreErrors(() => token.get(tokenHash)),
    tokensOf: (userId, purpose) => withStoreErrors(() => token.all(userId, purpose)),
    endTokens: (userId, purpose) => commits.run(() => token.end(userId, purpose)),
    putPersonalToken: (stored) => commits.run(() => personal.put(stored)),
    personalToken: (tokenHash) => withStoreErrors(() => personal.get(tokenHash)),
    personalTokensOf: (userId) => withStoreErrors(() => personal.of(userId)),
    notePersonalTokenUse: (id, at) => commits.run(() => personal.use(id, at)),
    removePersonalToken: (id) => commits.run(() => personal.remove(id)),
    keptAnswer: (scope, key) => withStoreErrors(() => answer.get(scope, key)),
    keepAnswer: (scope, key, kept, about = null) => commits.run(() => answer.keep(scope, key, kept, about)),
    placesOf: (recipient) => withStoreErrors(() => place.of(recipient)),
    putPlace: (recipient, stored) => commits.run(() => place.put(recipient, stored)),
    providerTokens: (owner, platform) => withStoreErrors(() => provider.get(owner, platform)),
    putProviderTokens: (owner, platform, stored) => commits.run(() => provider.put(owner, platform, stored)),
    endProviderTokens: (owner, platform) => commits.run(() => provider.end(owner, platform)),
    putRevocation: (revocation) => commits.run(() => provider.putRevocation(revocation)),
    revocations: () => withStoreErrors(() => provider.revocations()),
    endRevocation: (id) => commits.run(() => provider.endRevocation(id)),
    aiKey: (owner) => withStoreErrors(() => ownAiKey.get(owner)),
    putAiKey: (owner, stored) => commits.run(() => ownAiKey.put(owner, stored)),
    async removeAiKey(owner) {
      await commits.run(() => ownAiKey.remove(owner));
      await withStoreErrors(leaveNoTrace);
    },
    putPushTarget: (target) => commits.run(() => push.put(target)),
    pushTarget: (id) => withStoreErrors(() => push.get(id)),
    pushTargetAt: (endpointHash) => withStoreErrors(() => push.at(endpointHash)),
    removePushTarget: (id) => commits.run(() => push.remove(id)),
    programKey: (name) => withStoreErrors(() => programKey.get(name)),
    keepProgramKey: (name, key) => commits.run(() => programKey.keep(name, key)),
    ledgersOf: (owner) => withStoreErrors(() => head.ledgers(owner)),
    keepLedger: (owner, stored) => commits.run(() => head.keepLedger(owner, stored)),
    newestHead: (owner, number) => withStoreErrors(() => head.newest(owner, number)),
    headAt: (owner, at) => withStoreErrors(() => head.at(owner, at)),
    keepHead: (owner, number, signed) => commits.run(() => head.keep(owner, number, signed)),
    headsOf: (owner, page) => withStoreErrors(() => head.page(owner, page)),
    headsSince: (owner, at) => withStoreErrors(() => head.since(owner, at)),
    ledgerOwners: (page) => withStoreErrors(() => head.owners(page)),
    signingKeys: () => withStoreErrors(() => signingKey.all()),
    signingSecret: (keyId) => withStoreErrors(() => signingKey.secret(keyId)),
    keepSigningKey: (key) => commits.run(() => signingKey.keep(key)),
    endSigningKey: (keyId, until) => commits.run(() => signingKey.end(keyId, until)),
    logAnchor: () => withStoreErrors(anchor.get),
    putLogAnchor: (next) => commits.run(() => anchor.put(next)),
    replaceLogAnchor: (next) => commits.run(() => anchor.replace(next)),
    sweep: (now) =>
      commits.run(() => {
        session.sweep(now);
        token.sweep(now);
        answer.sweep(now);
        place.sweep(now);
        provider.sweep(now);
      }),
    async forget(userId) {
      await commits.run(() => {
        dropPassword.run(userId);
        session.endAll(userId);
        token.forget(userId);
        personal.forget(userId);
        answer.forget(userId);
        provider.forget(userId);
        ownAiKey.remove(userId);
        push.forget(userId);
        head.forget(userId);
      });
      await withStoreErrors(leaveNoTrace);
    },
    reactors: sqliteReactorProgress(database, commits),
    integrity: () => integrityOf(database),
    async close() {
      commits.close();
      if (database.isOpen) database.close();
    },
  };
}

/** The key under which everything in the vault is. A new vault is made with the first. */
function keyOf(database: DatabaseSync, keys: MasterKeys, path: string): MasterKey {
  const proof = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM proof').get();
  if (proof) return provenKey(keys, proof.wrapped, path);
  database.prepare('INSERT INTO proof VALUES (1, ?)').run(proofOf(keys.master));
  return keys.master;
}

/** Owners' data keys, each encrypted with the master key. */
function keys(database: DatabaseSync, wrap: Wrapping) {
  const select = prepareSelect<{ wrapped: Uint8Array }>(database, 'SELECT wrapped FROM keys WHERE owner = ?');
  const insert = database.prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING');
  const remove = database.prepare('DELETE FROM keys WHERE owner = ?');
  const owners = prepareSelect<{ owner: string }>(database, 'SELECT owner FROM keys WHERE owner > ? ORDER BY owner LIMIT ?');
  const cache = new LRUCache<string, Uint8Array>({ maxSize: 10_000, sizeCalculation: () => 1 });
  const listeners: ((owner: string) => void)[] = [];
  return {
    create: (owner: string) => void insert.run(owner, wrap.newKey(owner)),
    key(owner: string): Uint8Array | null {
      const known = cache.get(owner);
      if (known) return known;
      const row = select.get(owner);
      if (!row) return null;
      const key = wrap.openKey(owner, row.wrapped);
      cache.set(owner, key);
      return key;
    },
    destroy(owner: string): void {
      remove.run(owner);
      cache.delete(owner);
      for (const listener of listeners) listener(owner);
    },
    owners: ({ limit, after = '' }: { readonly limit: number; readonly after?: string }): readonly string[] =>
      owners.all(after, limit).map(({ owner }) => owner),
    onDestroyed: (listener: (owner: string) => void) => void listeners.push(listener),
  };
}
