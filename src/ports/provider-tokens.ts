import type { Platform } from './connections.ts';

/** What a provider gave for one connection of an owner. */
export interface StoredTokens {
  readonly access: string;
  /** Null: the provider gave none, so the access token cannot be renewed. */
  readonly refresh: string | null;
  /** When the access token expires, RFC 3339 by the program's clock; null: it does not expire by itself. */
  readonly expires_at: string | null;
  /** The owner's id at the provider. */
  readonly id: string;
  readonly scopes: readonly string[];
}

/** A token that is to be revoked at its provider. It names nobody. */
export interface Revocation {
  readonly id: string;
  readonly platform: Platform;
  readonly access: string;
  readonly refresh: string | null;
  /** Until when it is tried, RFC 3339. */
  readonly expires_at: string;
}

/** Tokens of providers, encrypted with the master key, by owner and platform. @throws StoreUnavailable, StoreFull */
export interface ProviderTokens {
  putProviderTokens(owner: string, platform: Platform, tokens: StoredTokens): Promise<void>;
  /** Null if there are none, or if what is stored cannot be opened. */
  providerTokens(owner: string, platform: Platform): Promise<StoredTokens | null>;
  endProviderTokens(owner: string, platform: Platform): Promise<void>;
  /** Stores what is to be revoked, and replaces an entry with the same id. It is kept after its owner was forgotten. */
  putRevocation(revocation: Revocation): Promise<void>;
  /** All that wait, expired ones too until they are swept. */
  revocations(): Promise<readonly Revocation[]>;
  endRevocation(id: string): Promise<void>;
}
