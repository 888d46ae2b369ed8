/** Hashes that nobody can make or check without the installation's master key. */
export interface KeyedHashes {
  /** HMAC-SHA-256 (hex) under a key of its own for each purpose: for look-ups by a personal value, and for tokens of links. */
  keyed(purpose: string, value: string): string;
}
