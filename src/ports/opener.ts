/** Decrypts sealed values for callers that may read them. */
export interface Opener {
  /** The decrypted object; null if the owner's key was destroyed. Results are kept in a bounded cache. */
  open(owner: string, sealed: string): Promise<Readonly<Record<string, unknown>> | null>;
  /**
   * The same, synchronously. The owner's key must have been loaded by `ready`; otherwise the result is null.
   * @throws StoreUnavailable if it is unknown whether the key was destroyed in the meantime
   */
  openNow(owner: string, sealed: string): Readonly<Record<string, unknown>> | null;
  /** Loads the owner's key, so that `openNow` can use it. */
  ready(owner: string): Promise<void>;
}
