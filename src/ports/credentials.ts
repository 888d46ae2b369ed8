/** Password hashes, one for each user. @throws StoreUnavailable, StoreFull */
export interface Credentials {
  setPassword(userId: string, hash: string): Promise<void>;
  /** The user's password hash; null if the user does not exist or has no password. */
  password(userId: string): Promise<string | null>;
}
