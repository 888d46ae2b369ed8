import { ServiceUnavailable } from './decider.ts';
import type { NewEvent, Position, Recorded } from './event.ts';

/** The revision at which the caller expects the stream to end. If the stream has another end, the append is refused. */
export type Expected = 'no_stream' | { readonly revision: number; readonly hash: string };

export interface Appended {
  /** The revision of the last appended event. */
  readonly revision: number;
  readonly position: Position;
  readonly events: readonly Recorded[];
}

export interface Subscription {
  /** Resolves when no handler is running any more. */
  stop(): Promise<void>;
}

export interface EventStore {
  /** The states that `foldStream` stores. Left out: it stores none. */
  readonly folds?: KeptFolds;
  /**
   * Appends all events or none. If the same ids were appended at the same expected revision before, it returns the first
   * result again.
   * @throws WrongExpectedRevision, StoreUnavailable, StoreFull
   */
  append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>;
  /**
   * Reads at most `limit` events, oldest first, starting with revision `from` (default 0). A stream that does not exist
   * is empty. A caller that receives as many events as its limit should read again. Between two reads, other work of the
   * process can run.
   */
  readStream(stream: string, from?: number, limit?: number): Promise<readonly Recorded[]>;
  /** As `readStream`, but each event is as it is stored, in the shape in which it was written: only so its hash fits. */
  readStored(stream: string, from: number, limit: number): Promise<readonly Recorded[]>;
  /** Oldest first, only events after the position. */
  readAll(after: Position, limit: number): Promise<readonly Recorded[]>;
  /** The newest events of the log, newest first. Do not calculate with positions, because only their order is defined. */
  readLast(limit: number): Promise<readonly Recorded[]>;
  /** The position of the newest event; START if the log is empty. */
  head(): Promise<Position>;
  /**
   * Delivers batches in order, and calls the handler for one at a time. If the handler throws, it gets the same batch
   * again after a pause. A batch has at most `batch` events (default 500).
   */
  subscribe(after: Position, handler: (events: readonly Recorded[]) => Promise<void>, options?: { batch?: number }): Subscription;
}

/** The same store with a different `append`. */
export const withAppend = (store: EventStore, append: EventStore['append']): EventStore => ({
  ...(store.folds && { folds: store.folds }),
  append,
  readStream: (stream, from, limit) => store.readStream(stream, from, limit),
  readStored: (stream, from, limit) => store.readStored(stream, from, limit),
  readAll: (after, limit) => store.readAll(after, limit),
  readLast: (limit) => store.readLast(limit),
  head: () => store.head(),
  subscribe: (after, handler, options) => store.subscribe(after, handler, options),
});

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  readonly stream: string;
  constructor(stream: string) {
    super(`Stream ${stream} is not where the caller saw it.`);
    this.stream = stream;
  }
}

/**
 * The store cannot be reached, or refuses requests at the moment. The program does not know that anything was written.
 * The API answers 503.
 */
export class StoreUnavailable extends ServiceUnavailable {
  override readonly name = 'StoreUnavailable';
  readonly detail = 'Vouch cannot reach its store right now. Try again in a moment.';
  readonly retryAfter = 5;
}

/** The disk is full, and nothing was written. The API answers 507. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** A state, with the event up to which the stream was folded. */
export interface Fold<State> {
  readonly state: State;
  /**
   * The last event that the state includes; null: none. Its hash identifies all earlier events as well, because each hash
   * includes the previous one.
   */
  readonly last: { readonly revision: number; readonly hash: string } | null;
}

/**
 * A cache of folded states in this process. With it, the next command on a long stream reads only the new events. Any
 * entry can be missing at any time. An entry is given only to the function that made it, and its last event must be
 * compared with the log before the state is used.
 */
export interface KeptFolds {
  get(stream: string, evolve: object): Fold<unknown> | undefined;
  keep(stream: string, evolve: object, fold: Fold<unknown>): void;
  drop(stream: string, evolve: object): void;
}
