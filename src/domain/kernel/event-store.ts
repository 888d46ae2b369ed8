import { ServiceUnavailable } from './decider.ts';
import type { NewEvent, Position, Recorded } from './event.ts';

/** What the caller saw as the stream's end; the append is refused unless it still is. */
export type Expected = 'no_stream' | { readonly revision: number; readonly hash: string };

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: number;
  readonly position: Position;
  readonly events: readonly Recorded[];
}

export interface Subscription {
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>;
}

export interface EventStore {
  /** What `foldStream` keeps of streams. Left out: nothing is kept. */
  readonly folds?: KeptFolds;
  /**
   * All or nothing. The same ids at the same expected revision give the first answer again.
   * @throws WrongExpectedRevision, StoreUnavailable, StoreFull
   */
  append(stream: string, expected: Expected, events: readonly NewEvent[]): Promise<Appended>;
  /**
   * Oldest first from `from` (inclusive revision, default 0), at most `limit`; a stream that is not there is empty. A reader
   * that gets as many events as its limit reads on: before it does, other work of the process has had its turn.
   */
  readStream(stream: string, from?: number, limit?: number): Promise<readonly Recorded[]>;
  /** Oldest first, strictly after the position. */
  readAll(after: Position, limit: number): Promise<readonly Recorded[]>;
  /** The newest events of the log, newest first. Do not calculate with positions: only their order is known. */
  readLast(limit: number): Promise<readonly Recorded[]>;
  /** Position of the newest event; START for an empty log. */
  head(): Promise<Position>;
  /**
   * Batches in order, one handler call at a time; a handler that throws gets the same batch again after a pause.
   * Batches hold at most `batch` events (default 500).
   */
  subscribe(after: Position, handler: (events: readonly Recorded[]) => Promise<void>, options?: { batch?: number }): Subscription;
}

/** The same store with another way to append. */
export const withAppend = (store: EventStore, append: EventStore['append']): EventStore => ({
  ...(store.folds && { folds: store.folds }),
  append,
  readStream: (stream, from, limit) => store.readStream(stream, from, limit),
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

/** The store cannot be reached or refuses for now; nothing is known to have been written. Wire: 503. */
export class StoreUnavailable extends ServiceUnavailable {
  override readonly name = 'StoreUnavailable';
  readonly detail = 'Vouch cannot reach its store right now. Try again in a moment.';
  readonly retryAfter = 5;
}

/** No room to write; nothing was written. Wire: 507. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** A state, and the event up to which a stream was folded into it. */
export interface Fold<State> {
  readonly state: State;
  /**
   * The last event that is in it; null: there is none. Its hash stands for all events before it, too, because each hash
   * includes the one before.
   */
  readonly last: { readonly revision: number; readonly hash: string } | null;
}

/**
 * Folds that this process keeps, so that the next command on a long stream reads only what is new. Any of them can be
 * missing at any time. A fold is given only to the function that made it, and whoever gets it compares its last event
 * with the log before relying on it.
 */
export interface KeptFolds {
  get(stream: string, evolve: object): Fold<unknown> | undefined;
  keep(stream: string, evolve: object, fold: Fold<unknown>): void;
  drop(stream: string, evolve: object): void;
}
