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
