import { createHmac, hkdfSync } from 'node:crypto';
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
  const wrapping = derive('wrap');
  const lookUp = derive('keyed');
  return {
    wrap: (name, value) => encrypt(wrapping, name, value),
    unwrap: (name, wrapped) => decrypt(wrapping, name, wrapped),
    keyed: (purpose, value) => createHmac('sha256', lookUp).update(`${purpose}\0${value}`).digest('hex'),
  };
}
