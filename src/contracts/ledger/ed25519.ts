import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonical } from './canonical-json.ts';

/** The length in bytes of a public key and of a signature (RFC 8032). */
const PUBLIC_KEY = 32;
const SIGNATURE = 64;

/** What the signature of an object is made over: the canonical JSON (RFC 8785) of its other members, in UTF-8. */
export function signedBytes(signed: object): Uint8Array {
  const { signature: _, ...others } = signed as { readonly signature?: unknown };
  return utf8ToBytes(canonical(others));
}

/** Whether the object's `signature` was made with this public key. Both are base64. */
export function isSignedBy(signed: { readonly signature: string }, publicKey: string): boolean {
  const key = fromBase64(publicKey, PUBLIC_KEY);
  const signature = fromBase64(signed.signature, SIGNATURE);
  if (key === null || signature === null) return false;
  try {
    // RFC 8032 to the letter. The rules of ZIP 215 would accept more signatures than other programs do.
    return ed25519.verify(signature, signedBytes(signed), key, { zip215: false });
  } catch {
    // The bytes are no point of the curve.
    return false;
  }
}

/**
 * The first 16 hex digits of the SHA-256 of a public key (base64).
 * @throws TypeError if it is no public key
 */
export function keyIdOf(publicKey: string): string {
  const key = fromBase64(publicKey, PUBLIC_KEY);
  if (key === null) throw new TypeError('A public key is 32 bytes in base64.');
  return bytesToHex(sha256(key)).slice(0, 16);
}

/** The bytes of a base64 text; null if it is none of this length, or written in another way than usual. */
function fromBase64(text: string, length: number): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const binary = atob(text);
  if (binary.length !== length || btoa(binary) !== text) return null;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
