/**
 * What must never be in a log: keys, credentials, sessions, one-time tokens, kept answers.
 * All times are RFC 3339 instants of the program's clock.
 * @throws StoreUnavailable, StoreFull
 */
export interface Vault {
  /** Makes the owner's data key if there is none. */
  createKey(owner: string): Promise<void>;
  /**
   * The owner's data key (32 bytes), or null when it was destroyed or never made. Remembered by the driver; one that
   * another process destroys is forgotten within 5 s.
   */
  key(owner: string): Promise<Uint8Array | null>;
  destroyKey(owner: string): Promise<void>;
  /** HMAC-SHA-256 (hex) under a key of the vault's own, for look-ups by a personal value and for link tokens. */
  keyed(purpose: string, value: string): string;

  setPassword(userId: string, hash: string): Promise<void>;
  password(userId: string): Promise<string | null>;

  putSession(session: StoredSession): Promise<void>;
  session(id: string): Promise<StoredSession | null>;
  endSession(id: string): Promise<void>;
  /** All sessions of a user but the one named. */
  endSessions(userId: string, but?: string): Promise<void>;

  putToken(token: StoredToken): Promise<void>;
  /** Takes a token away and returns it; a second call for the same token gives null. */
  takeToken(tokenHash: string): Promise<StoredToken | null>;
  /** A look that leaves it there. */
  token(tokenHash: string): Promise<StoredToken | null>;
  /** Ends all tokens of a purpose of a user. */
  endTokens(userId: string, purpose: TokenPurpose): Promise<void>;

  /** Kept answers for Idempotency-Key: `begin` gives null when the key is new (and marks it under way). */
  keptAnswer(scope: string, key: string): Promise<KeptAnswer | null>;
  keepAnswer(scope: string, key: string, answer: KeptAnswer): Promise<void>;
  /** Drops what has expired: sessions, tokens, answers. */
  sweep(now: string): Promise<void>;
  /** Everything of one user but the key: password, sessions, tokens, answers. */
  forget(userId: string): Promise<void>;
  close(): Promise<void>;
}

export interface StoredSession {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export type TokenPurpose = 'confirm' | 'reset' | 'export';

export interface StoredToken {
  readonly token_hash: string;
  readonly purpose: TokenPurpose;
  readonly user_id: string;
  readonly expires_at: string;
}

export interface KeptAnswer {
  /** SHA-256 of method, path and body as parsed JSON. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sealed under the vault's key when stored. */
  readonly body: string;
  readonly expires_at: string;
}

/** Opens sealed values on the way to someone who may read them. */
export interface Opener {
  /** The object that was sealed, or null when the owner's key is gone. Remembered in a bounded cache. */
  open(owner: string, sealed: string): Promise<Readonly<Record<string, unknown>> | null>;
  /**
   * The same without waiting, when the owner's key is at hand (after `ready`).
   * @throws StoreUnavailable where it cannot be known whether the key was destroyed since
   */
  openNow(owner: string, sealed: string): Readonly<Record<string, unknown>> | null;
  /** Fetches the owner's key, so that `openNow` works. */
  ready(owner: string): Promise<void>;
}
