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
  /** Stores a session, and replaces one with the same id. */
  putSession(session: StoredSession): Promise<void>;
  session(id: string): Promise<StoredSession | null>;
  /**
   * Sets when a session expires. It changes what is there and makes nothing: false if the session was ended meanwhile, which
   * whoever read it before cannot know.
   */
  renewSession(id: string, expiresAt: string): Promise<boolean>;
  endSession(id: string): Promise<void>;
  /** Removes all sessions of a user, except the session `but`. */
  endSessions(userId: string, but?: string): Promise<void>;
}
