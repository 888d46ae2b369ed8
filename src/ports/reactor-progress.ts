import type { Position } from '../domain/kernel/event.ts';

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
  /** Stores a checkpoint. It may move forwards or backwards. */
  putCheckpoint(checkpoint: Checkpoint): Promise<void>;
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
