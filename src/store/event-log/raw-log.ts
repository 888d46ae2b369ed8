import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { Subscription } from '../../domain/kernel/event-store.ts';

/** An event as it is stored: sealed, chained, in the shape that it was written in. */
export type StoredEvent = Recorded;

/** What a driver is given to append. */
export interface EventToStore {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** The whole event but its position as JSON: parsed, it is a StoredEvent without `position`. */
  readonly json: string;
}

/** What an append gives: where the events lie. A repeat finds the events of the first time. */
export type RawAppended = { readonly positions: readonly Position[] } | { readonly repeated: readonly StoredEvent[] };

/**
 * The log as a driver offers it; sealing, chaining and upcasting happen above it.
 * @throws StoreUnavailable, StoreFull
 */
export interface RawLog {
  /**
   * All or nothing. `expected` is the revision of the stream's last event, -1 for no stream. Where the
   * stream holds these ids (or they lead what it holds) from `expected` + 1 on, that is the answer.
   * @throws WrongExpectedRevision
   */
  append(stream: string, expected: number, events: readonly EventToStore[]): Promise<RawAppended>;
  readStream(stream: string, from: number): Promise<readonly StoredEvent[]>;
  readAll(after: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** Newest first. */
  readLast(limit: number): Promise<readonly StoredEvent[]>;
  head(): Promise<Position>;
  /** As EventStore's. */
  subscribe(after: Position, handler: (events: readonly StoredEvent[]) => Promise<void>, batch: number): Subscription;
}
