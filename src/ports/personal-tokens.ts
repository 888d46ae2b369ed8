/** A token that a person made for a program. Instants are RFC 3339, by the program's clock. */
export interface StoredPersonalToken {
  readonly id: string;
  /** The SHA-256 of the token, in hex. The token itself is stored nowhere. */
  readonly token_hash: string;
  readonly user_id: string;
  readonly scopes: readonly string[];
  /** Null: it does not expire. */
  readonly expires_at: string | null;
  /** Null: it was never used. */
  readonly last_used_at: string | null;
}

/**
 * Personal tokens, by their hashes. An expired one is returned until it is removed.
 * @throws StoreUnavailable, StoreFull
 */
export interface PersonalTokens {
  /** Stores a token, and replaces one of the same id. */
  putPersonalToken(token: StoredPersonalToken): Promise<void>;
  /** The token with this hash. */
  personalToken(tokenHash: string): Promise<StoredPersonalToken | null>;
  /** All tokens of a user, by id. */
  personalTokensOf(userId: string): Promise<readonly StoredPersonalToken[]>;
  /** Notes a use. It changes what is there and makes nothing. */
  notePersonalTokenUse(id: string, at: string): Promise<void>;
  /** Removing a token that does not exist does nothing. */
  removePersonalToken(id: string): Promise<void>;
}
