import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of bytes that are given in hex, in lower-case hex. */
export type Sha256OfHex = (hex: string) => string;

/** Works in browsers as well, also on pages without https, where WebCrypto is missing. The server has a faster one. */
export const portableSha256: Sha256OfHex = (hex) => bytesToHex(sha256(hexToBytes(hex)));
