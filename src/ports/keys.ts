/**
 * Data keys, one for each owner. Values that were encrypted with a key cannot be read after the key is destroyed.
 * @throws StoreUnavailable, StoreFull
 */
export interface Keys {
  /** Creates the owner's data key if there is none. */
  createKey(owner: string): Promise<void>;
  /**
   * The owner's data key (32 bytes); null if it was destroyed or never created. Drivers cache keys; a key that another
   * process destroys is dropped from the cache within 5 s.
   */
  key(owner: string): Promise<Uint8Array | null>;
  destroyKey(owner: string): Promise<void>;
}
