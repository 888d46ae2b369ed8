/** What one process alone may do for a while. */
export interface Lease {
  readonly name: string;
  /** Greater than that of every lease of this name before it; what is written under the lease carries it. */
  readonly token: number;
  /**
   * Aborts once the lease can no longer be relied on: released, taken by another, or not renewed in time by this
   * process's own clock. `aborted` looks at that clock itself: who wakes from a sleep asks it before anything is written.
   */
  readonly lost: AbortSignal;
  /** Another may take it at once. Harmless when it is lost already. */
  release(): Promise<void>;
}

/** Who is at work, for a fair share of what there is to hold. */
export interface Presence {
  /** Processes that were heard of lately, this one included: at least 1. */
  readonly workers: number;
  /** Names of leases that this process holds and that an operator wants moved to another. */
  readonly wanted: readonly string[];
}

/**
 * Leases over processes. Time is the server's own, so that clocks that differ do no harm; each lease is renewed by
 * the driver until it is released or lost.
 * @throws StoreUnavailable
 */
export interface Leases {
  /** Null: another holds it, or this process does already. A process that is gone lets go after `ttlMs` at the latest. */
  take(name: string): Promise<Lease | null>;
  /** Says that this process is here; called every few seconds by whoever shares work out. */
  present(): Promise<Presence>;
  /** Who holds what, for operators. */
  list(): Promise<readonly { readonly name: string; readonly holder: string; readonly token: number; readonly expires_at: string }[]>;
  /** Asks the holder to let go, so that another process takes it: for a while it is not given to that holder again. */
  ask(name: string): Promise<void>;
  /** Lets go of all that is held. */
  close(): Promise<void>;
}
