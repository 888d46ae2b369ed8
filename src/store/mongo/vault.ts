import type { Collection } from 'mongodb';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import type { WatchedVault } from '../seal.ts';
import { HASH_SECRET, openHashes } from '../vault/keyed-hashes.ts';
import { changingKey, type GivenKeys, type MasterKey, masterKeysFrom, wrapping } from '../vault/master-key.ts';
import type { MongoAccess, Run } from './connect.ts';
import { type AnswerRow, keptAnswers } from './vault/answers.ts';
import { dataKeys, type KeyTimes, type StoredKey } from './vault/keys.ts';
import { type HeadRow, type LedgerRow, type SigningKeyRow, signedHeads, signingKeys } from './vault/ledgers.ts';
import { logAnchors, type StoredAnchor } from './vault/log-anchor.ts';
import { type PlaceRow, places } from './vault/places.ts';
import { proofsIn, vaultKeysOf } from './vault/proof.ts';
import { type ProgramKeyRow, type PushTargetRow, programKeys, pushTargets } from './vault/push.ts';
import { type AiKeyRow, aiKeys, type ProviderTokensRow, providerTokens, type RevocationRow } from './vault/service-keys.ts';
import { type PersonalTokenRow, personalTokens, type SessionRow, sessions, type TokenRow, tokens } from './vault/tokens.ts';

export interface MongoVaultOptions extends GivenKeys {
  readonly mongo: MongoAccess;
  readonly times?: KeyTimes;
}

const KEYS = 'vault_keys';

interface PasswordRow {
  readonly _id: string;
  readonly hash: string;
}

/**
 * Opens the vault on MongoDB, for any number of processes. Expired data is deleted by `sweep`, which uses the
 * program's clock, and not by TTL indexes: in development that clock can be moved, and the server's cannot.
 * @throws Error if the master key is not the vault's own, StoreUnavailable
 */
export async function openMongoVault({ mongo: { db, run }, times = {}, ...given }: MongoVaultOptions): Promise<WatchedVault> {
  const masterKeys = masterKeysFrom(given);
  const master = changingKey(masterKeys, await vaultKeysOf(proofsIn(db), masterKeys, run, `the database ${db.databaseName}`));
  const programKeyRows = db.collection<ProgramKeyRow>('vault_program_keys');
  const hashes = await keepHashes(programKeyRows, master, run);
  const wrap = wrapping(master);
  const passwords = db.collection<PasswordRow>('vault_passwords');
  const [session, token, personal, answer, place, provider, push, head, signingKey] = await Promise.all([
    sessions(db.collection<SessionRow>('vault_sessions'), run),
    tokens(db.collection<TokenRow>('vault_tokens'), run),
    personalTokens(db.collection<PersonalTokenRow>('vault_personal_tokens'), run),
    keptAnswers(db.collection<AnswerRow>('vault_answers'), wrap, run),
    places(db.collection<PlaceRow>('vault_places'), run),
    providerTokens(db.collection<ProviderTokensRow>('vault_provider_tokens'), db.collection<RevocationRow>('vault_revocations'), wrap, run),
    pushTargets(db.collection<PushTargetRow>('vault_push_targets'), wrap, run),
    signedHeads(db.collection<LedgerRow>('vault_ledgers'), db.collection<HeadRow>('vault_heads'), run),
    signingKeys(db.collection<SigningKeyRow>('vault_signing_keys'), wrap, run),
  ]);
  const key = await dataKeys(db.collection<StoredKey>(KEYS), wrap, run, times);
  const ownAiKey = aiKeys(db.collection<AiKeyRow>('vault_ai_keys'), wrap, run);
  const anchors = await logAnchors(db.collection<StoredAnchor>('vault_log_anchor'), hashes, run);
  const programKey = programKeys(programKeyRows, wrap, run);
  const done = async (work: Promise<unknown>): Promise<void> => void (await work);
  return {
    createKey: key.create,
    key: key.key,
    destroyKey: key.destroy,
    keyOwners: key.owners,
    keysCurrent: key.current,
    onKeyDestroyed: key.onDestroyed,
    keyed: hashes.keyed,
    setPassword: (userId, hash) => done(run(() => passwords.replaceOne({ _id: userId }, { hash }, { upsert: true }))),
    password: (userId) => run(async () => (await passwords.findOne({ _id: userId }))?.hash ?? null),
    putSession: (stored) => done(session.put(stored)),
    session: session.get,
    renewSession: session.renew,
    endSession: (id) => done(session.end(id)),
    endSessions: (userId, but) => done(session.endAll(userId, but)),
    putToken: (stored) => done(token.put(stored)),
    takeToken: token.take,
    token: token.get,
    tokensOf: token.all,
    endTokens: (userId, purpose) => done(token.end(userId, purpose)),
    putPersonalToken: (stored) => done(personal.put(stored)),
    personalToken: personal.get,
    personalTokensOf: personal.of,
    notePersonalTokenUse: (id, at) => done(personal.use(id, at)),
    removePersonalToken: (id) => done(personal.remove(id)),
    keptAnswer: answer.get,
    keepAnswer: (scope, once, kept, about = null) => done(answer.keep(scope, once, kept, about)),
    placesOf: place.of,
    putPlace: (recipient, stored) => done(place.put(recipient, stored)),
    providerTokens: provider.get,
    putProviderTokens: (owner, platform, stored) => done(provider.put(owner, platform, stored)),
    endProviderTokens: (owner, platform) => done(provider.end(owner, platform)),
    putRevocation: (revocation) => done(provider.putRevocation(revocation)),
    revocations: provider.revocations,
    endRevocation: (id) => done(provider.endRevocation(id)),
    sweep: (now) => done(Promise.all([session.sweep(now), token.sweep(now), answer.sweep(now), place.sweep(now), provider.sweep(now)])),
    aiKey: ownAiKey.get,
    putAiKey: (owner, stored) => done(ownAiKey.put(owner, stored)),
    removeAiKey: (owner) => done(ownAiKey.remove(owner)),
    putPushTarget: (target) => push.put(target),
    pushTarget: push.get,
    pushTargetAt: push.at,
    removePushTarget: (id) => done(push.remove(id)),
    programKey: programKey.get,
    keepProgramKey: programKey.keep,
    ledgersOf: head.ledgers,
    keepLedger: head.keepLedger,
    newestHead: head.newest,
    headAt: head.at,
    keepHead: head.keep,
    headsOf: head.page,
    headsSince: head.since,
    ledgerOwners: head.owners,
    signingKeys: signingKey.all,
    signingSecret: signingKey.secret,
    keepSigningKey: signingKey.keep,
    endSigningKey: (keyId, until) => done(signingKey.end(keyId, until)),
    ...anchors,
    // It can be repeated after a crash. Tokens are deleted first, because they could set a password, and the password before the
    // sessions, because it could create one.
    async forget(userId) {
      await token.forget(userId);
      await personal.forget(userId);
      await run(() => passwords.deleteOne({ _id: userId }));
      await session.endAll(userId);
      await answer.forget(userId);
      await provider.forget(userId);
      await ownAiKey.remove(userId);
      await push.forget(userId);
      await head.forget(userId);
    },
    close: async () => key.close(),
  };
}

/** Whether the vault holds an entry for the key of any owner, destroyed ones included. @throws StoreUnavailable */
export const holdsKeys = ({ db, run }: MongoAccess): Promise<boolean> =>
  run(async () => (await db.collection<StoredKey>(KEYS).findOne({}, { projection: { _id: 1 } })) !== null);

/** Stores the secret of keyed hashes in a vault that has none. @throws Error if it is damaged, StoreUnavailable */
async function keepHashes(keys: Collection<ProgramKeyRow>, master: MasterKey, run: Run): Promise<KeyedHashes> {
  const find = () => run(() => keys.findOne({ _id: HASH_SECRET }));
  const known = await find();
  if (known === null) await programKeys(keys, wrapping(master), run).keep(HASH_SECRET, master.firstHashSecret);
  const kept = known ?? (await find());
  if (kept === null) throw new StoreUnavailable('The secret of the keyed hashes was taken away as it was made.');
  return openHashes(master, kept.wrapped.buffer);
}
