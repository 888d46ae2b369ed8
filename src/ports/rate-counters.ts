/** What happened lately, by key: for bounds on how often it may. Every process that shares them counts the same. */
export interface RateCounters {
  /** Instants after `since` (milliseconds since the epoch), oldest first. @throws StoreUnavailable */
  recent(key: string, since: number): Promise<readonly number[]>;
  /** Counts one more, and gives all that are not older than `windowMs` then, this one included: at most 128. @throws StoreUnavailable */
  add(key: string, at: number, windowMs: number): Promise<readonly number[]>;
  /** Uses of the key in this window of real time, this one included, and how long the window lasts. @throws StoreUnavailable */
  spend(key: string, windowMs: number): Promise<{ readonly uses: number; readonly leftMs: number }>;
}
