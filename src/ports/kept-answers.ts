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

/** Of one scope, as stored. Every answer counts as at least `LEAST_BYTES`, since entries and indexes take room too. */
export const KEPT_BYTES = 4 * 1_048_576;
export const LEAST_BYTES = 1_024;

/**
 * Stored answers to requests with an Idempotency-Key, by caller (`scope`) and key. An expired answer is returned until
 * it is swept.
 * @throws StoreUnavailable, StoreFull
 */
export interface KeptAnswers {
  keptAnswer(scope: string, key: string): Promise<KeptAnswer | null>;
  /**
   * Answers of one scope take at most `KEPT_BYTES` together: beyond that the oldest go. `about`: the user whose personal data
   * the answer contains, where the scope does not say so; it is forgotten with them.
   */
  keepAnswer(scope: string, key: string, answer: KeptAnswer, about?: string | null): Promise<void>;
}
