import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The number of bytes that encryption adds. */
export const SEAL_BYTES: number = IV_BYTES + TAG_BYTES;
const OPTIONS = { authTagLength: TAG_BYTES };

/** Random bytes are drawn for many values at once, because one draw costs more than the encryption itself. */
const pool = Buffer.alloc(IV_BYTES * 256);
let used = pool.length;
function newIv(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += IV_BYTES;
  return pool.subarray(used - IV_BYTES, used);
}

/** Encrypts with AES-256-GCM and gives iv, ciphertext and tag together. `boundTo` is authenticated, and decryption needs the same value. */
export const encrypt = (key: Uint8Array, boundTo: string, plain: string | Uint8Array): Buffer =>
  Buffer.concat(encryptParts(key, boundTo, plain));

/**
 * Encrypts like `encrypt`, but gives the parts, for a caller that concatenates them with other data at once. A later
 * call reuses the memory of the first part.
 */
export function encryptParts(
  key: Uint8Array,
  boundTo: string,
  plain: string | Uint8Array,
): readonly [iv: Buffer, text: Buffer, tag: Buffer] {
  const iv = newIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv, OPTIONS).setAAD(Buffer.from(boundTo));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  cipher.final();
  return [iv, text, cipher.getAuthTag()];
}

/** Decrypts; null if the bytes were not encrypted with this key and `boundTo`. */
export function decrypt(key: Uint8Array, boundTo: string, bytes: Uint8Array): Buffer | null {
  if (bytes.length < SEAL_BYTES) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), OPTIONS);
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    decipher.final();
    return text;
  } catch {
    return null;
  }
}
