import { Binary, type Collection } from 'mongodb';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { type MasterKey, type MasterKeys, opensProof, proofOf, provenKey } from '../../vault/master-key.ts';
import { ignoreDuplicate, type MongoAccess, type Run } from '../connect.ts';

export interface ProofRow {
  readonly _id: 'proof';
  readonly wrapped: Binary;
  /** The proof of the new master key, while the vault is changed to it. */
  readonly next?: Binary;
}

export const proofsIn = (db: MongoAccess['db']): Collection<ProofRow> => db.collection<ProofRow>('vault_proof');

const ID = { _id: 'proof' } as const;

export interface VaultKeys {
  /** The key of the stored proof. */
  readonly proven: MasterKey;
  /** The key that encrypts from now on: while the vault is changed to another key, that one. */
  readonly present: MasterKey;
}

/**
 * The keys of the vault. If it is under an old one, it is changed to the master key from now on, and no process can start any more without
 * both. If several processes start on an empty vault at once, one of them creates the proof, and all of them are checked against it.
 * `vault` names the vault in error messages.
 * @throws Error if the vault is under another key, or changed to another one; StoreUnavailable
 */
export async function vaultKeysOf(proofs: Collection<ProofRow>, keys: MasterKeys, run: Run, vault: string): Promise<VaultKeys> {
  const find = () => run(() => proofs.findOne(ID));
  const known = await find();
  if (known === null) await run(() => ignoreDuplicate(proofs.insertOne({ ...ID, wrapped: new Binary(proofOf(keys.master)) })));
  const proof = known ?? (await find());
  if (proof === null) throw new StoreUnavailable('The proof of the master key was taken away as it was made.');
  const { wrapped, next } = proof;
  const proven = provenKey(keys, wrapped.buffer, vault);
  if (next !== undefined) return { proven, present: nextKey(keys, next.buffer, vault) };
  if (!keys.old.includes(proven)) return { proven, present: proven };
  await run(() => proofs.updateOne({ ...ID, wrapped, next: { $exists: false } }, { $set: { next: new Binary(proofOf(keys.master)) } }));
  return vaultKeysOf(proofs, keys, run, vault);
}

function nextKey({ all }: MasterKeys, proof: Uint8Array, vault: string): MasterKey {
  const next = all.find((key) => opensProof(key, proof));
  if (next) return next;
  throw new Error(
    `The master key of ${vault} is being changed. Until 'vouch keys rotate' has ended, set VOUCH_MASTER_KEY to the new key and VOUCH_OLD_MASTER_KEY to the one before it.`,
  );
}

/** Whether the database has a vault. @throws StoreUnavailable */
export const hasVault = async ({ db, run }: MongoAccess): Promise<boolean> => (await run(() => proofsIn(db).findOne(ID))) !== null;

/** @throws Error unless the vault is changed to this key, or was changed to it; StoreUnavailable */
export async function refuseOtherChange(proofs: Collection<ProofRow>, to: MasterKey, run: Run): Promise<void> {
  const proof = await run(() => proofs.findOne(ID));
  if (proof !== null && opensProof(to, (proof.next ?? proof.wrapped).buffer)) return;
  throw new Error(
    "The vault is being changed to another master key. End that change first: run 'vouch keys rotate' with that key as VOUCH_MASTER_KEY and the one before it as VOUCH_OLD_MASTER_KEY, without VOUCH_NEW_MASTER_KEY.",
  );
}

/** Makes the new key the only one with which a process can start. @throws StoreUnavailable */
export async function endChange(proofs: Collection<ProofRow>, run: Run): Promise<void> {
  const proof = await run(() => proofs.findOne(ID));
  if (proof?.next === undefined) return;
  const { wrapped, next } = proof;
  await run(() => proofs.updateOne({ ...ID, wrapped, next }, { $set: { wrapped: next }, $unset: { next: true } }));
}
