/** A key of an owner's own for an OpenAI-compatible API. */
export interface StoredAiKey {
  readonly key: string;
  /** The address of the API, without a trailing slash; null: the one that the operator has set. */
  readonly url: string | null;
  /** Null: the mini model that the operator has set. */
  readonly model: string | null;
  /** When a call with it succeeded, RFC 3339. */
  readonly checked_at: string;
}

/** Keys of owners, encrypted with the master key. @throws StoreUnavailable, StoreFull */
export interface AiKeys {
  /** Null: the owner has none. */
  aiKey(owner: string): Promise<StoredAiKey | null>;
  /** An owner has one: a new one replaces it. */
  putAiKey(owner: string, stored: StoredAiKey): Promise<void>;
  removeAiKey(owner: string): Promise<void>;
}
