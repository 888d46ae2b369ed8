import type { Platform } from './oauth.ts';

/** The purpose of the link. `connect` and `provider_signin` belong to the state of a visit to a provider. */
export type TokenPurpose = 'confirm' | 'reset' | 'export' | 'connect' | 'provider_signin';

/** Only the SHA-256 (hex) of a token is stored. `expires_at` is RFC 3339, by the program's clock. */
export interface StoredToken {
  readonly token_hash: string;
  readonly purpose: TokenPurpose;
  readonly user_id: string;
  readonly expires_at: string;
  /**
   * A keyed hash that identifies the requester. It has the prefix `known ` if the account knows the requester's browser.
   * Left out if requesters are not distinguished.
   */
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
  endTokens(userId: string, purpose: TokenPurpose): Promise<void>;
}

/** A token that a person made for a program. Instants are RFC 3339, by the program's clock. */
export interface StoredPersonalToken {
  readonly id: string;
  /** The SHA-256 of the token, in hex. The token itself is not stored. */
  readonly token_hash: string;
  readonly user_id: string;
  readonly scopes: readonly string[];
  /** Null: it does not expire. */
  readonly expires_at: string | null;
  /** Null: it was never used. */
  readonly last_used_at: string | null;
}

/**
 * Personal tokens, by their hashes. An expired token is returned until it is removed.
 * @throws StoreUnavailable, StoreFull
 */
export interface PersonalTokens {
  /** Stores a token, and replaces one with the same id. */
  putPersonalToken(token: StoredPersonalToken): Promise<void>;
  personalToken(tokenHash: string): Promise<StoredPersonalToken | null>;
  /** All tokens of a user, sorted by id. */
  personalTokensOf(userId: string): Promise<readonly StoredPersonalToken[]>;
  /** Records a use. It only changes an existing token. */
  notePersonalTokenUse(id: string, at: string): Promise<void>;
  /** Removing a token that does not exist does nothing. */
  removePersonalToken(id: string): Promise<void>;
}

/** The tokens that a provider gave for one connection of an owner. */
export interface StoredTokens {
  readonly access: string;
  /** Null: the provider gave none, so the access token cannot be renewed. */
  readonly refresh: string | null;
  /** When the access token expires, RFC 3339, by the program's clock; null: it does not expire. */
  readonly expires_at: string | null;
  /** The owner's id at the provider. */
  readonly id: string;
  readonly scopes: readonly string[];
}

/** A token that must be revoked at its provider. It does not say whose it was. */
export interface Revocation {
  readonly id: string;
  readonly platform: Platform;
  readonly access: string;
  readonly refresh: string | null;
  /** The program tries to revoke it until then, RFC 3339. */
  readonly expires_at: string;
}

/**
 * Tokens of providers, encrypted with the master key, by owner and platform.
 * @throws StoreUnavailable, StoreFull
 */
export interface ProviderTokens {
  putProviderTokens(owner: string, platform: Platform, tokens: StoredTokens): Promise<void>;
  /** Null if there are none, or if the stored tokens cannot be decrypted. */
  providerTokens(owner: string, platform: Platform): Promise<StoredTokens | null>;
  endProviderTokens(owner: string, platform: Platform): Promise<void>;
  /** Stores a token to revoke, and replaces an entry with the same id. It stays after its owner was deleted. */
  putRevocation(revocation: Revocation): Promise<void>;
  /** All waiting tokens, including expired ones until they are swept. */
  revocations(): Promise<readonly Revocation[]>;
  endRevocation(id: string): Promise<void>;
}

/** Instants are RFC 3339, by the program's clock. */
export interface StoredSession {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/**
 * Sessions of signed-in users. An expired session is returned until it is swept.
 * @throws StoreUnavailable, StoreFull
 */
export interface SessionStore {
  /** Replaces a session with the same id. */
  putSession(session: StoredSession): Promise<void>;
  session(id: string): Promise<StoredSession | null>;
  /**
   * Sets when a session expires. It only changes an existing session. False: the session was ended in the meantime, which
   * the caller could not know.
   */
  renewSession(id: string, expiresAt: string): Promise<boolean>;
  endSession(id: string): Promise<void>;
  /** Removes all sessions of a user, except the session `but`. */
  endSessions(userId: string, but?: string): Promise<void>;
}
