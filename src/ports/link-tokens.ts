/** The purpose of the link; `connect` and `provider_signin`: of the state with which somebody goes to a provider. */
export type TokenPurpose = 'confirm' | 'reset' | 'export' | 'connect' | 'provider_signin';

/** Only the SHA-256 (hex) of a token is stored. `expires_at` is RFC 3339, by the program's clock. */
export interface StoredToken {
  readonly token_hash: string;
  readonly purpose: TokenPurpose;
  readonly user_id: string;
  readonly expires_at: string;
  /** Keyed hash that says who asked for the link, after `known ` where the account knows them; left out where that is not told apart. */
  readonly source?: string;
}

/**
 * Single-use tokens of links in mails. An expired token is returned until it is swept.
 * @throws StoreUnavailable, StoreFull
 */
export interface LinkTokens {
  putToken(token: StoredToken): Promise<void>;
  /** Removes a token and returns it. A second call for the same token returns null. */
  takeToken(tokenHash: string): Promise<StoredToken | null>;
  /** Reads a token without removing it. */
  token(tokenHash: string): Promise<StoredToken | null>;
  /** All of a user's tokens for this purpose, expired ones too; those that expire first come first. */
  tokensOf(userId: string, purpose: TokenPurpose): Promise<readonly StoredToken[]>;
  /** Removes all of a user's tokens for this purpose. */
  endTokens(userId: string, purpose: TokenPurpose): Promise<void>;
}
