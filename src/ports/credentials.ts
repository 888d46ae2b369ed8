/**
 * Hashes of passwords, one a user.
 * @throws StoreUnavailable, StoreFull
 */
export interface Credentials {
  setPassword(userId: string, hash: string): Promise<void>;
  /** Null: there is no such user, or none with a password. */
  password(userId: string): Promise<string | null>;
}
