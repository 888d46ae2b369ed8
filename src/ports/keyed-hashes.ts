/** Hashes that nobody can make or check without the installation's master key. */
export interface KeyedHashes {
  /** HMAC-SHA-256 (hex) with a separate key for each purpose. It is used to look up personal values and to make tokens for links. */
  keyed(purpose: string, value: string): string;
}
