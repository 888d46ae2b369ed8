import type { Position } from '../domain/kernel/event.ts';

/** Runs work with the same key one piece after the other. Work with another key does not wait for it. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Recent uses by key, to limit how often something may happen. All processes that share the store count together. */
export interface RateCounters {
  /**
   * Instants after `since` (milliseconds since the epoch), oldest first.
   * @throws StoreUnavailable
   */
  recent(key: string, since: number): Promise<readonly number[]>;
  /**
   * Counts one more use. Returns all uses of the last `windowMs`, including this one: at most 128.
   * @throws StoreUnavailable
   */
  add(key: string, at: number, windowMs: number): Promise<readonly number[]>;
  /**
   * Counts one more use in the present window of real time. Returns the number of uses in it, and the time until it ends.
   * @throws StoreUnavailable
   */
  spend(key: string, windowMs: number): Promise<{ readonly uses: number; readonly leftMs: number }>;
}

/** How far long work has come, by the id of what it makes. All processes that share the store see it. @throws StoreUnavailable */
export interface SharedProgress {
  /** `share` is from 0 to 1. It is forgotten a minute later, because its process is then assumed to be dead. */
  note(id: string, share: number): Promise<void>;
  /** Null: nobody is at work on it. */
  of(id: string): Promise<number | null>;
  end(id: string): Promise<void>;
}

/** Connections that stay open, by key, to limit how many there are. All processes that share the store count together. */
export interface OpenConnections {
  /**
   * Counts a connection. False: there are `most` with this key, and it was not counted.
   * @throws StoreUnavailable
   */
  open(key: string, id: string, most: number): Promise<boolean>;
  /**
   * Whoever holds connections renews them every 15 seconds. One that is not renewed for a minute counts no more, because its process is
   * assumed to be dead.
   * @throws StoreUnavailable
   */
  renew(ids: readonly string[]): Promise<void>;
  /** @throws StoreUnavailable */
  close(key: string, id: string): Promise<void>;
}

/** An exclusive right that one process holds for a limited time. */
export interface Lease {
  readonly name: string;
  /** Greater than the token of every earlier lease of this name. Writes under the lease carry it as a fencing token. */
  readonly token: number;
  /**
   * Aborts when the lease is no longer valid: it was released, taken by another process, or not renewed in time by
   * this process's own clock. Reading `aborted` checks that clock, so a process that was suspended must read it before
   * it writes.
   */
  readonly lost: AbortSignal;
  /** Releases the lease, so that another process can acquire it at once. Does nothing if the lease is already lost. */
  release(): Promise<void>;
}

/** The processes that are running, so that each can take a fair share of the leases. */
export interface Presence {
  /** The number of processes with a recent heartbeat, including this one: at least 1. */
  readonly workers: number;
  /** Names of the leases held by this process that an operator wants to move to another process. */
  readonly handoverRequested: readonly string[];
}

export interface Heartbeat extends Presence {
  /** Who holds which lease, by the lease's name. */
  readonly holders: ReadonlyMap<string, string>;
  /** Milliseconds until the first lease of another process expires if that process does not renew it; null: there is none. */
  readonly nextExpiryMs: number | null;
}

/**
 * Leases shared by several processes. Expiry uses the server's clock, so differing process clocks do no harm. The
 * driver renews each lease until it is released or lost.
 * @throws StoreUnavailable
 */
export interface Leases {
  /**
   * Acquires a lease; null if another process or this one already holds it. The lease of a dead process expires after the time for
   * which it was given last: 2 to 30 s, as the store is fast or slow.
   */
  acquire(name: string): Promise<Lease | null>;
  /** For how many milliseconds leases are given at present. */
  lengthMs(): number;
  /** Reports that this process is alive. Whoever distributes work calls it every few seconds. */
  heartbeat(): Promise<Heartbeat>;
  list(): Promise<readonly { readonly name: string; readonly holder: string; readonly token: number; readonly expires_at: string }[]>;
  /** Asks the holder to release the lease. For a while the lease is not given to that holder again, so that another process gets it. */
  requestHandover(name: string): Promise<void>;
  /** Releases all leases of this process. */
  close(): Promise<void>;
}

/** How far a reactor has processed the log. Every event up to the position is done or is stored as a held event. */
export interface Checkpoint {
  readonly reactor: string;
  readonly position: Position;
  /** The event at the position, so that the position can be found in a copy of the log; null before the first event. */
  readonly event: { readonly stream: string; readonly revision: number } | null;
}

/**
 * An event whose reaction has not run although the checkpoint may have passed it: the reaction failed and will be
 * retried, it waits for an earlier event of its stream, or it was set aside for an operator.
 */
export interface HeldEvent {
  readonly reactor: string;
  readonly event_id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  /** The number of failures since the event was held or taken up again. */
  readonly tries: number;
  /** The earliest instant of the next try, by the program's clock; null: as soon as no earlier event of its stream waits. */
  readonly next_at: string | null;
  /** True if it failed too often. It then waits for an operator and no longer blocks later events. */
  readonly aside: boolean;
  /** The last error, a sentence without personal data; null if it has not failed. */
  readonly error: string | null;
  /** When the event was first held, by the program's clock. */
  readonly held_at: string;
}

export interface HeldCount {
  readonly reactor: string;
  readonly waiting: number;
  readonly aside: number;
}

/**
 * Durable state of the reactors: checkpoints and held events, stored beside the vault. Two processes may write at the
 * same time for a moment; at worst a reaction runs twice, which is harmless.
 * @throws StoreUnavailable, StoreFull
 */
export interface ReactorProgress {
  checkpoints(): Promise<readonly Checkpoint[]>;
  /** Stores checkpoints of different reactors in one step. Each may move forwards or backwards. */
  putCheckpoints(checkpoints: readonly Checkpoint[]): Promise<void>;
  /** Held events that are not set aside, in the order of the log. */
  waiting(): Promise<readonly HeldEvent[]>;
  /** Held events that are set aside, in the order of the log. */
  aside(): Promise<readonly HeldEvent[]>;
  /** Stores a held event. Returns false, and changes nothing, if it is already held. */
  hold(event: HeldEvent): Promise<boolean>;
  /** Updates a held event. Does nothing if the event is no longer held. */
  change(event: HeldEvent): Promise<void>;
  release(event: Pick<HeldEvent, 'reactor' | 'event_id'>): Promise<void>;
  /** Counts of held events, for each reactor that has any. */
  counts(): Promise<readonly HeldCount[]>;
  /** Deletes all held events and checkpoints. */
  clear(): Promise<void>;
}
