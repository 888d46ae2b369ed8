import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { Subscription } from '../../domain/kernel/event-store.ts';

/** An event as it is stored: encrypted, chained, and in the shape in which it was written. */
export type StoredEvent = Recorded;

export interface EventToStore {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** The whole event without its position, as JSON. Parsed, it is a StoredEvent without `position`. */
  readonly json: string;
}

/** The result of an append: the positions of the events, or, for a repeated append, the events that the first one stored. */
export type RawAppended = { readonly positions: readonly Position[] } | { readonly repeated: readonly StoredEvent[] };

/**
 * The log as a driver implements it. Encryption, chaining and upcasting happen above it.
 * @throws StoreUnavailable, StoreFull
 */
export interface RawLog {
  /**
   * Appends all events or none. `expected` is the revision of the stream's last event, or -1 for a new stream. If the
   * stream already contains the events with these ids directly after `expected`, the append is a repetition and gives
   * these events.
   * @throws WrongExpectedRevision
   */
  append(stream: string, expected: number, events: readonly EventToStore[]): Promise<RawAppended>;
  /** Oldest first from the revision `from` on; at most `limit`, or all. */
  readStream(stream: string, from: number, limit?: number): Promise<readonly StoredEvent[]>;
  readAll(after: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** The last events of the log, newest first. */
  readLast(limit: number): Promise<readonly StoredEvent[]>;
  head(): Promise<Position>;
  subscribe(after: Position, handler: (events: readonly StoredEvent[]) => Promise<void>, batch: number): Subscription;
}
