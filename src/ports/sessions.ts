/** Times are RFC 3339 instants of the program's clock. */
export interface StoredSession {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/**
 * Sessions of those who are signed in. An expired one is found until it is swept.
 * @throws StoreUnavailable, StoreFull
 */
export interface SessionStore {
  /** Replaces the one with the same id. */
  putSession(session: StoredSession): Promise<void>;
  session(id: string): Promise<StoredSession | null>;
  endSession(id: string): Promise<void>;
  /** All sessions of a user but the one named. */
  endSessions(userId: string, but?: string): Promise<void>;
}
