import type { Position } from '../domain/kernel/event.ts';

/** A piece of due work. Its kind may add further facts, which are plain JSON. */
export interface DueWork {
  readonly kind: string;
  /** The instant, RFC 3339 with milliseconds. */
  readonly next_at: string;
  /** Null: it belongs to no owner. */
  readonly owner: string | null;
  readonly id: string;
}

/** A part of what is due at one instant and is of one kind. All pieces of an account are in the same share, in their order. */
export interface WorkShare {
  readonly id: string;
  /** The id of everything that was handed out together. */
  readonly group: string;
  readonly kind: string;
  /** The instant at which it is due. Whoever does the share has a clock that shows at least this. */
  readonly at: string;
  /** Whoever does the share has read models that include the events up to this position. */
  readonly position: Position;
  readonly works: readonly DueWork[];
}

/** A share that one process works on. */
export interface TakenShare extends WorkShare {
  /** Differs each time the share is taken. */
  readonly take: string;
}

export interface ShareResult {
  /** The newest position that was written; null: nothing was. */
  readonly position: Position | null;
  /** For at least one piece there was nothing left to do. */
  readonly nothingLeft: boolean;
  /** The pieces that failed, each with a sentence without personal data. All others are done. */
  readonly failed: readonly { readonly id: string; readonly error: string }[];
}

/**
 * Due work that the worker with the order of all due work hands out, so that other workers do a part of it. A share may be done twice, by a
 * process that was too slow and by the one that took the share after it: the commands decide again, so this does no harm.
 * @throws StoreUnavailable
 */
export interface WorkSharing {
  handOut(shares: readonly WorkShare[]): Promise<void>;
  /**
   * Takes a share for `ms` milliseconds by the server's clock: one that nobody has, or whose time is over. Only of the group, or of the
   * kinds, if these are given. Null: there is none.
   */
  take(wanted: { readonly group?: string; readonly kinds?: readonly string[] }, ms: number): Promise<TakenShare | null>;
  /** Has the share for `ms` milliseconds from now. False: somebody else took it, or the group has ended. */
  keep(share: TakenShare, ms: number): Promise<boolean>;
  /** Does nothing if somebody else took the share, or the group has ended. */
  finish(share: TakenShare, result: ShareResult): Promise<void>;
  /** The share can be taken again at once. Does nothing if it is no longer this process's. */
  giveBack(share: TakenShare): Promise<void>;
  /** The result of each share of the group, by its id; null: it is not finished. */
  results(group: string): Promise<ReadonlyMap<string, ShareResult | null>>;
  /** Removes groups, finished or not. */
  end(groups: readonly string[]): Promise<void>;
  /** Removes all groups, because whoever handed them out has died. */
  clear(): Promise<void>;
}
