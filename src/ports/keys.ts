/**
 * Data keys, one an owner. What is sealed under a key is gone for good once the key is destroyed.
 * @throws StoreUnavailable, StoreFull
 */
export interface Keys {
  /** Makes the owner's data key if there is none. */
  createKey(owner: string): Promise<void>;
  /**
   * The owner's data key (32 bytes), or null when it was destroyed or never made. Remembered by the driver; one that
   * another process destroys is forgotten within 5 s.
   */
  key(owner: string): Promise<Uint8Array | null>;
  destroyKey(owner: string): Promise<void>;
}
