/** What the link is for. */
export type TokenPurpose = 'confirm' | 'reset' | 'export';

/** A token is known by its SHA-256 (hex) only. `expires_at` is an RFC 3339 instant of the program's clock. */
export interface StoredToken {
  readonly token_hash: string;
  readonly purpose: TokenPurpose;
  readonly user_id: string;
  readonly expires_at: string;
}

/**
 * Tokens of links in mails, each good for one use. An expired one is found until it is swept.
 * @throws StoreUnavailable, StoreFull
 */
export interface LinkTokens {
  putToken(token: StoredToken): Promise<void>;
  /** Takes a token away and returns it; a second call for the same token gives null. */
  takeToken(tokenHash: string): Promise<StoredToken | null>;
  /** A look that leaves it there. */
  token(tokenHash: string): Promise<StoredToken | null>;
  /** Ends all tokens of a purpose of a user. */
  endTokens(userId: string, purpose: TokenPurpose): Promise<void>;
}
