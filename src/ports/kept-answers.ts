export interface KeptAnswer {
  /** SHA-256 (hex) of the method, path and body. JSON is hashed as parsed, a form by the hashes of its parts. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Encrypted with the master key when stored. */
  readonly body: string;
  /** RFC 3339, by the program's clock. */
  readonly expires_at: string;
}

/**
 * Stored answers to requests with an Idempotency-Key, by caller (`scope`) and key. An expired answer is returned until
 * it is swept.
 * @throws StoreUnavailable, StoreFull
 */
export interface KeptAnswers {
  keptAnswer(scope: string, key: string): Promise<KeptAnswer | null>;
  keepAnswer(scope: string, key: string, answer: KeptAnswer): Promise<void>;
}
