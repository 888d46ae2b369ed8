export interface KeptAnswer {
  /** SHA-256 (hex) of method, path and body: JSON as parsed, a form by the hashes of its parts. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sealed under the master key when stored. */
  readonly body: string;
  /** An RFC 3339 instant of the program's clock. */
  readonly expires_at: string;
}

/**
 * Answers under an Idempotency-Key, by who asked (`scope`) and the key. An expired one is found until it is swept.
 * @throws StoreUnavailable, StoreFull
 */
export interface KeptAnswers {
  keptAnswer(scope: string, key: string): Promise<KeptAnswer | null>;
  keepAnswer(scope: string, key: string, answer: KeptAnswer): Promise<void>;
}
