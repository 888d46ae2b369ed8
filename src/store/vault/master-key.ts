import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { decrypt, encrypt, KEY_BYTES } from '../aes-gcm.ts';

/** What the vault does with its master key. Each use has a key of its own, derived by HKDF-SHA-256. */
export interface MasterKey {
  /** Encrypts a value that lies under a name, so that it cannot be put under another. */
  wrap(name: string, value: string | Uint8Array): Buffer;
  /** Null where it was not wrapped by this master key under this name. */
  unwrap(name: string, wrapped: Uint8Array): Buffer | null;
  /** HMAC-SHA-256, hex. */
  keyed(purpose: string, value: string): string;
}

export function masterKeyFrom(bytes: Uint8Array): MasterKey {
  if (bytes.length !== KEY_BYTES) throw new Error(`The master key must be ${KEY_BYTES} bytes; it has ${bytes.length}.`);
  const derive = (use: string) => new Uint8Array(hkdfSync('sha256', bytes, '', `vouch vault ${use}`, KEY_BYTES));
  const wrapKey = derive('wrap');
  const lookUp = derive('keyed');
  return {
    wrap: (name, value) => encrypt(wrapKey, name, value),
    unwrap: (name, wrapped) => decrypt(wrapKey, name, wrapped),
    keyed: (purpose, value) => createHmac('sha256', lookUp).update(`${purpose}\0${value}`).digest('hex'),
  };
}

const PROOF_NAME = 'proof';
const PROOF = 'vouch vault';

/** Lies in a vault, so that it is opened with the master key that it was made with, and with no other. */
export const proofOf = (master: MasterKey): Buffer => master.wrap(PROOF_NAME, PROOF);

/** `vault` says which, for operators. @throws Error where the proof is another master key's */
export function checkProof(master: MasterKey, proof: Uint8Array, vault: string): void {
  if (master.unwrap(PROOF_NAME, proof)?.toString() !== PROOF)
    throw new Error(`The master key is not the one that ${vault} was made with. Set VOUCH_MASTER_KEY to that one.`);
}

/** Owners' data keys and kept answers, as any vault keeps them. */
export function wrapping(master: MasterKey) {
  const nameOfAnswer = (scope: string, key: string): string => `answer ${JSON.stringify([scope, key])}`;
  return {
    newKey: (owner: string): Buffer => master.wrap(`key ${owner}`, randomBytes(KEY_BYTES)),
    openKey(owner: string, wrapped: Uint8Array): Uint8Array {
      const key = master.unwrap(`key ${owner}`, wrapped);
      if (!key) throw new Error(`The key of ${owner} in the vault is damaged: put the vault back from a backup.`);
      return key;
    },
    answer: (scope: string, key: string, body: string): Buffer => master.wrap(nameOfAnswer(scope, key), body),
    /** Null where it is damaged: then there is none. */
    openAnswer: (scope: string, key: string, wrapped: Uint8Array): string | null =>
      master.unwrap(nameOfAnswer(scope, key), wrapped)?.toString('utf8') ?? null,
  };
}

export type Wrapping = ReturnType<typeof wrapping>;
