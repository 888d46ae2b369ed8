import { Binary, type Collection, type Document } from 'mongodb';
import { openEventStoreLog } from '../event-log/eventstore/log.ts';
import { type MongoAccess, openMongo } from '../mongo/connect.ts';
import { openMongoFiles } from '../mongo/files.ts';
import { openLeases } from '../mongo/leases.ts';
import { answerId, rowOf, scopeAndKeyOf } from '../mongo/vault/answers.ts';
import { headRowId, ledgerRowId } from '../mongo/vault/ledgers.ts';
import { logAnchors, type StoredAnchor } from '../mongo/vault/log-anchor.ts';
import { placeRow } from '../mongo/vault/places.ts';
import { openMongoReactorProgress } from '../mongo/vault/reactors.ts';
import { providerTokensId } from '../mongo/vault/service-keys.ts';
import { type PersonalTokenRow, personalTokenOf, type TokenRow, tokenOf } from '../mongo/vault/tokens.ts';
import { openMongoVault } from '../mongo/vault.ts';
import { ownersInMongo } from './copy-files.ts';
import type { MigrationSide, VaultRow, VaultRows } from './side.ts';

interface Row extends Document {
  readonly _id: string | number;
}

type Kind = VaultRow['kind'];

const COLLECTIONS: Readonly<Record<Kind, string>> = {
  key: 'vault_keys',
  password: 'vault_passwords',
  session: 'vault_sessions',
  token: 'vault_tokens',
  personal_token: 'vault_personal_tokens',
  answer: 'vault_answers',
  place: 'vault_places',
  provider_tokens: 'vault_provider_tokens',
  revocation: 'vault_revocations',
  ai_key: 'vault_ai_keys',
  push_target: 'vault_push_targets',
  program_key: 'vault_program_keys',
  ledger: 'vault_ledgers',
  head: 'vault_heads',
  signing_key: 'vault_signing_keys',
};

/** The entries of a vault on MongoDB. No process may use the vault meanwhile. */
export function mongoVaultRows({ db, run }: MongoAccess): VaultRows {
  const of = (kind: Kind): Collection<Row> => db.collection<Row>(COLLECTIONS[kind]);
  // `Object.keys` gives strings, because a record can have more names than its type says. This record has no others.
  const kinds = Object.keys(COLLECTIONS) as readonly Kind[];
  return {
    async *all() {
      // The remaining document of a destroyed key is skipped.
      for (const kind of kinds)
        for await (const row of of(kind).find(kind === 'key' ? { wrapped: { $exists: true } } : {})) yield fromRow(kind, row);
    },
    async clear() {
      for (const kind of kinds) await run(() => of(kind).deleteMany({}));
    },
    async put(rows) {
      for (const kind of kinds) {
        const some = rows.filter((row) => row.kind === kind).map(toRow);
        if (some.length > 0) await run(() => of(kind).insertMany(some));
      }
    },
  };
}

function toRow(row: VaultRow): Row {
  if (row.kind === 'key' || row.kind === 'ai_key') return { _id: row.owner, wrapped: new Binary(row.wrapped) };
  if (row.kind === 'password') return { _id: row.user_id, hash: row.hash };
  if (row.kind === 'session') {
    const { id, ...rest } = row.session;
    return { _id: id, ...rest };
  }
  if (row.kind === 'token') {
    const { token_hash, ...rest } = row.token;
    return { _id: token_hash, ...rest };
  }
  if (row.kind === 'personal_token') {
    const { id, ...rest } = row.personal;
    return { _id: id, ...rest };
  }
  if (row.kind === 'place') return placeRow(row.recipient, row.place);
  if (row.kind === 'provider_tokens') {
    const { owner, platform, wrapped } = row;
    return { _id: providerTokensId(owner, platform), owner, platform, wrapped: new Binary(wrapped) };
  }
  if (row.kind === 'revocation') return { _id: row.id, wrapped: new Binary(row.wrapped), expires_at: row.expires_at };
  if (row.kind === 'ledger') return { _id: ledgerRowId(row.ledger), ...row.ledger };
  if (row.kind === 'head') return { _id: headRowId(row.head), ...row.head };
  if (row.kind === 'signing_key') {
    const { number, wrapped, ...rest } = row.key;
    return { _id: number, ...rest, wrapped: new Binary(wrapped) };
  }
  if (row.kind === 'program_key') return { _id: row.name, wrapped: new Binary(row.wrapped) };
  if (row.kind === 'push_target') {
    const { id, wrapped, ...rest } = row.target;
    return { _id: id, ...rest, wrapped: new Binary(wrapped) };
  }
  const { scope, key, ...rest } = row.answer;
  return { _id: answerId(scope, key), ...rowOf(scope, key, rest) };
}

const tokenIn = ({ purpose, user_id, expires_at, source }: Document): Omit<TokenRow, '_id'> => ({ purpose, user_id, expires_at, source });
const personalTokenIn = ({ token_hash, user_id, scopes, expires_at, last_used_at }: Document): Omit<PersonalTokenRow, '_id'> => ({
  token_hash,
  user_id,
  scopes,
  expires_at,
  last_used_at,
});

function fromRow(kind: Kind, row: Row): VaultRow {
  const { _id: id, ...rest } = row;
  if (kind === 'signing_key') {
    const { key_id, public_key, wrapped, since, until } = rest;
    return { kind, key: { number: Number(id), key_id, public_key, wrapped: wrapped.buffer, since, until } };
  }
  const _id = String(id);
  if (kind === 'ledger') {
    const { owner, number, ledger, succeeds } = rest;
    return { kind, ledger: { owner, number, ledger, succeeds } };
  }
  if (kind === 'head') {
    const { owner, number, size, at, head } = rest;
    return { kind, head: { owner, number, size, at, head } };
  }
  if (kind === 'key' || kind === 'ai_key') return { kind, owner: _id, wrapped: rest.wrapped.buffer };
  if (kind === 'password') return { kind, user_id: _id, hash: rest.hash };
  if (kind === 'session')
    return { kind, session: { id: _id, user_id: rest.user_id, created_at: rest.created_at, expires_at: rest.expires_at } };
  if (kind === 'token') return { kind, token: tokenOf({ _id, ...tokenIn(rest) }) };
  if (kind === 'personal_token') return { kind, personal: personalTokenOf({ _id, ...personalTokenIn(rest) }) };
  if (kind === 'place')
    return { kind, recipient: rest.recipient, place: { id: rest.id, kind: rest.kind, at: rest.at, expires_at: rest.expires_at } };
  if (kind === 'provider_tokens') return { kind, owner: rest.owner, platform: rest.platform, wrapped: rest.wrapped.buffer };
  if (kind === 'revocation') return { kind, id: _id, wrapped: rest.wrapped.buffer, expires_at: rest.expires_at };
  if (kind === 'program_key') return { kind, name: _id, wrapped: rest.wrapped.buffer };
  if (kind === 'push_target')
    return { kind, target: { id: _id, owner: rest.owner, endpoint_hash: rest.endpoint_hash, wrapped: rest.wrapped.buffer } };
  const { fingerprint, status, headers, body, expires_at, user_id = null } = rest;
  return { kind, answer: { ...scopeAndKeyOf(_id), fingerprint, status, headers, body: body.buffer, expires_at, user_id } };
}

export interface ServersSideOptions {
  readonly eventstoreUrl: string;
  readonly mongodbUrl: string;
  readonly masterKey: Uint8Array;
}

/**
 * Opens the stores on servers for a migration. It cannot detect running webs, because only workers hold leases.
 * @throws StoreUnavailable, Error if the master key is not the vault's own
 */
export async function openServersSide({ eventstoreUrl, mongodbUrl, masterKey }: ServersSideOptions): Promise<MigrationSide> {
  const mongo = openMongo({ url: mongodbUrl });
  const log = openEventStoreLog({ url: eventstoreUrl });
  const close = async (): Promise<void> => {
    await log.close();
    await mongo.close();
  };
  try {
    await log.ping();
    const leases = openLeases(mongo, { holder: 'migration' });
    const held = await leases.list();
    await leases.close();
    const vault = await openMongoVault({ mongo, masterKey });
    return {
      log,
      vault: mongoVaultRows(mongo),
      anchors: vault,
      hashes: vault,
      anchorsOf: (hashes) => logAnchors(mongo.db.collection<StoredAnchor>('vault_log_anchor'), hashes, mongo.run),
      reactors: await openMongoReactorProgress(mongo),
      files: await openMongoFiles({ mongo, vault }),
      fileOwners: () => ownersInMongo(mongo),
      usedBy: held.length === 0 ? null : [...new Set(held.map(({ holder }) => `worker ${holder}`))].join(', '),
      async close() {
        await vault.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
