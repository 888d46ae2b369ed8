import { Binary, type Collection, type Document } from 'mongodb';
import type { MongoAccess } from '../mongo/access.ts';
import { answerId, rowOf, scopeAndKeyOf } from '../mongo/vault/answers.ts';
import { type PersonalTokenRow, personalTokenOf } from '../mongo/vault/personal-tokens.ts';
import { placeRow } from '../mongo/vault/places.ts';
import { providerTokensId } from '../mongo/vault/provider-tokens.ts';
import { type TokenRow, tokenOf } from '../mongo/vault/tokens.ts';
import type { VaultRow, VaultRows } from './vault-rows.ts';

interface Row extends Document {
  readonly _id: string;
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
};

/** The entries of a vault on MongoDB. No process may use the vault meanwhile. */
export function mongoVaultRows({ db, run }: MongoAccess): VaultRows {
  const of = (kind: Kind): Collection<Row> => db.collection<Row>(COLLECTIONS[kind]);
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
  const { scope, key, ...rest } = row.answer;
  return { _id: answerId(scope, key), ...rowOf(scope, key, rest) };
}

function fromRow(kind: Kind, { _id, ...rest }: Row): VaultRow {
  if (kind === 'key' || kind === 'ai_key') return { kind, owner: _id, wrapped: rest.wrapped.buffer };
  if (kind === 'password') return { kind, user_id: _id, hash: rest.hash };
  if (kind === 'session')
    return { kind, session: { id: _id, user_id: rest.user_id, created_at: rest.created_at, expires_at: rest.expires_at } };
  if (kind === 'token') return { kind, token: tokenOf({ _id, ...rest } as unknown as TokenRow) };
  if (kind === 'personal_token') return { kind, personal: personalTokenOf({ _id, ...rest } as unknown as PersonalTokenRow) };
  if (kind === 'place')
    return { kind, recipient: rest.recipient, place: { id: rest.id, kind: rest.kind, at: rest.at, expires_at: rest.expires_at } };
  if (kind === 'provider_tokens') return { kind, owner: rest.owner, platform: rest.platform, wrapped: rest.wrapped.buffer };
  if (kind === 'revocation') return { kind, id: _id, wrapped: rest.wrapped.buffer, expires_at: rest.expires_at };
  const { fingerprint, status, headers, body, expires_at, user_id = null } = rest;
  return { kind, answer: { ...scopeAndKeyOf(_id), fingerprint, status, headers, body: body.buffer, expires_at, user_id } };
}
