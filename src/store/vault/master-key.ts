import { hkdfSync, randomBytes } from 'node:crypto';
import type { StoredAiKey } from '../../ports/ai-help.ts';
import { decrypt, encrypt, KEY_BYTES } from '../aes-gcm.ts';
import { storedJson } from '../stored-json.ts';

/** The operations that need the master key. Each use has its own key, derived with HKDF-SHA-256. */
export interface MasterKey {
  /** Encrypts a value and binds it to its name, so that it cannot be stored under another name. */
  wrap(name: string, value: string | Uint8Array): Buffer;
  /** Decrypts a value; null if it was not encrypted by this master key under this name. */
  unwrap(name: string, wrapped: Uint8Array): Buffer | null;
  /** The secret of keyed hashes of a vault that was made with this master key: 32 bytes in hexadecimal. */
  readonly firstHashSecret: string;
}

export function masterKeyFrom(bytes: Uint8Array): MasterKey {
  if (bytes.length !== KEY_BYTES) throw new Error(`The master key must be ${KEY_BYTES} bytes; it has ${bytes.length}.`);
  const derive = (use: string) => new Uint8Array(hkdfSync('sha256', bytes, '', `vouch vault ${use}`, KEY_BYTES));
  const wrapKey = derive('wrap');
  return {
    wrap: (name, value) => encrypt(wrapKey, name, value),
    unwrap: (name, wrapped) => decrypt(wrapKey, name, wrapped),
    firstHashSecret: Buffer.from(derive('keyed')).toString('hex'),
  };
}

/** The master keys with which somebody opens a vault. Each is 32 bytes. */
export interface GivenKeys {
  /** A new vault is made with it. */
  readonly masterKey: Uint8Array;
  /** Keys before this one. The vault may be under one of them, if it has not been changed to this one yet. */
  readonly oldKeys?: readonly Uint8Array[];
  /** Keys after this one. The vault may have been changed to one of them already. */
  readonly newKeys?: readonly Uint8Array[];
}

export interface MasterKeys {
  readonly master: MasterKey;
  readonly old: readonly MasterKey[];
  /** All of them, the master key first. */
  readonly all: readonly MasterKey[];
}

export function masterKeysFrom({ masterKey, oldKeys = [], newKeys = [] }: GivenKeys): MasterKeys {
  const master = masterKeyFrom(masterKey);
  const old = oldKeys.map(masterKeyFrom);
  return { master, old, all: [master, ...old, ...newKeys.map(masterKeyFrom)] };
}

/**
 * Encrypts with the present key, and opens what any of the keys has encrypted, because on servers the master key is changed while processes
 * use the vault. `proven` is the one of the stored proof.
 */
export const changingKey = ({ all }: MasterKeys, { present, proven }: Readonly<Record<'present' | 'proven', MasterKey>>): MasterKey => ({
  wrap: present.wrap,
  unwrap(name, wrapped) {
    for (const key of all) {
      const value = key.unwrap(name, wrapped);
      if (value !== null) return value;
    }
    return null;
  },
  firstHashSecret: proven.firstHashSecret,
});

const PROOF_NAME = 'proof';
const PROOF = 'vouch vault';

/** A value that is stored in a vault, so that the vault can be opened only with the master key that it was created with. */
export const proofOf = (master: MasterKey): Buffer => master.wrap(PROOF_NAME, PROOF);

/** Whether this master key made the stored proof. */
export const opensProof = (master: MasterKey, proof: Uint8Array): boolean => master.unwrap(PROOF_NAME, proof)?.toString() === PROOF;

/**
 * The key that made the stored proof. `vault` names the vault in the error message.
 * @throws Error if another master key made the proof
 */
export function provenKey({ all }: MasterKeys, proof: Uint8Array, vault: string): MasterKey {
  const proven = all.find((key) => opensProof(key, proof));
  if (proven) return proven;
  throw new Error(
    `The master key is not the one that ${vault} was made with, or to which 'vouch keys rotate' has changed it. Set VOUCH_MASTER_KEY to that one.`,
  );
}

/** The names under which entries of a vault are encrypted. */
export const NAMES = {
  key: (owner: string): string => `key ${owner}`,
  aiKey: (owner: string): string => `ai key ${owner}`,
  answer: (scope: string, key: string): string => `answer ${JSON.stringify([scope, key])}`,
  secret: (entry: string): string => `secret ${entry}`,
  tokens: (entry: string): string => `provider ${entry}`,
} as const;

/** Encrypts and decrypts owners' data keys, their keys of AI services, stored answers, tokens of providers and other secrets, for every vault driver. */
export function wrapping(master: MasterKey) {
  return {
    newKey: (owner: string): Buffer => master.wrap(NAMES.key(owner), randomBytes(KEY_BYTES)),
    openKey(owner: string, wrapped: Uint8Array): Uint8Array {
      const key = master.unwrap(NAMES.key(owner), wrapped);
      if (!key) throw new Error(`The key of ${owner} in the vault is damaged: put the vault back from a backup.`);
      return key;
    },
    aiKey: (owner: string, stored: StoredAiKey): Buffer => master.wrap(NAMES.aiKey(owner), JSON.stringify(stored)),
    /** Null: it is damaged, which counts as no key. */
    openAiKey(owner: string, wrapped: Uint8Array): StoredAiKey | null {
      const json = master.unwrap(NAMES.aiKey(owner), wrapped);
      return json && storedJson<StoredAiKey>(json.toString('utf8'));
    },
    answer: (scope: string, key: string, body: string): Buffer => master.wrap(NAMES.answer(scope, key), body),
    /** The decrypted answer; null if it is damaged, which counts as no answer. */
    openAnswer: (scope: string, key: string, wrapped: Uint8Array): string | null =>
      master.unwrap(NAMES.answer(scope, key), wrapped)?.toString('utf8') ?? null,
    secret: (entry: string, value: object): Buffer => master.wrap(NAMES.secret(entry), JSON.stringify(value)),
    /** Null: it is damaged, which counts as none. */
    openSecret<T>(entry: string, wrapped: Uint8Array): T | null {
      const json = master.unwrap(NAMES.secret(entry), wrapped)?.toString('utf8');
      return json === undefined ? null : storedJson<T>(json);
    },
    /** Tokens of a provider, under the name of their entry. */
    tokens: (entry: string, tokens: object): Buffer => master.wrap(NAMES.tokens(entry), JSON.stringify(tokens)),
    /** The decrypted tokens; null if they are damaged, which counts as none. */
    openTokens<T>(entry: string, wrapped: Uint8Array): T | null {
      const json = master.unwrap(NAMES.tokens(entry), wrapped)?.toString('utf8');
      return json === undefined ? null : storedJson<T>(json);
    },
  };
}

export type Wrapping = ReturnType<typeof wrapping>;
