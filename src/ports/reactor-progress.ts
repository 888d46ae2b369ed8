import type { Position } from '../domain/kernel/event.ts';

/** How far a reactor has come: everything up to the position is done, or is kept as a held event. */
export interface Checkpoint {
  readonly reactor: string;
  readonly position: Position;
  /** The event that lies at the position, so that the place can be found in a copy of the log; null: before the first event. */
  readonly event: { readonly stream: string; readonly revision: number } | null;
}

/**
 * An event whose reaction has not been carried out although the checkpoint may have passed it: it failed and waits to
 * be tried again, it waits behind such an event of its stream, or it was set aside for an operator.
 */
export interface HeldEvent {
  readonly reactor: string;
  readonly event_id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  /** How often it has failed since it was held or taken up again. */
  readonly tries: number;
  /** It is tried again at this instant of the program's clock at the earliest; null: as soon as nothing before it in its stream waits. */
  readonly next_at: string | null;
  /** It failed too often: it waits for an operator and holds nothing back. */
  readonly aside: boolean;
  /** Why it failed last, a sentence without personal data; null: it has not failed. */
  readonly error: string | null;
  /** When it was held first, an instant of the program's clock. */
  readonly held_at: string;
}

export interface HeldCount {
  readonly reactor: string;
  readonly waiting: number;
  readonly aside: number;
}

/**
 * What reactors must not forget: checkpoints and held events, beside the vault. Two processes may write at once for a
 * moment; whatever comes of it only makes a reaction run again, which is harmless.
 * @throws StoreUnavailable, StoreFull
 */
export interface ReactorProgress {
  checkpoints(): Promise<readonly Checkpoint[]>;
  /** Forwards and backwards. */
  putCheckpoint(checkpoint: Checkpoint): Promise<void>;
  /** Those that are not set aside, in the order of the log. */
  waiting(): Promise<readonly HeldEvent[]>;
  /** Those that are, in the order of the log. */
  aside(): Promise<readonly HeldEvent[]>;
  /** False: it is held already, and stays as it is. */
  hold(event: HeldEvent): Promise<boolean>;
  /** Takes the place of what is held; one that is not held any more stays away. */
  change(event: HeldEvent): Promise<void>;
  release(event: Pick<HeldEvent, 'reactor' | 'event_id'>): Promise<void>;
  /** Only reactors that have held events. */
  counts(): Promise<readonly HeldCount[]>;
  /** Forgets all of it, checkpoints too. */
  clear(): Promise<void>;
}
