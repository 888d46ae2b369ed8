/** The place of an event in its stream. */
export interface EventPlace {
  readonly stream: string;
  readonly revision: number;
}

/**
 * What the vault knows of the event log: how many events it has, and the head of the global chain over them (`src/store/anchor`). It counts
 * events and names no position, so it stays true for a copy of the log in another store.
 */
export interface LogAnchor {
  readonly events: number;
  /** SHA-256 in lower-case hex. */
  readonly head: string;
  /** The head at the end of the last full block, from which a start goes on; zeros before the first full block. */
  readonly block: string;
  /** The last event of that block; null before the first full block. */
  readonly block_end: EventPlace | null;
  /** The program ended as planned, so nothing was written after these events. */
  readonly closed: boolean;
  /** A start accepted another log than the one that was known, and the operator has not yet started without that setting. */
  readonly accepted: boolean;
}

const ZEROS = '0'.repeat(64);

/** The anchor of an empty log. */
export const NO_EVENTS: LogAnchor = { events: 0, head: ZEROS, block: ZEROS, block_end: null, closed: false, accepted: false };

/** The stored anchor was altered, or it is missing although there was one. */
export class AnchorNotGenuine extends Error {
  override readonly name = 'AnchorNotGenuine';
}

/**
 * The anchor of the event log. Nobody can make one without the installation's master key.
 * @throws StoreUnavailable, StoreFull
 */
export interface LogAnchors {
  /** @throws AnchorNotGenuine */
  logAnchor(): Promise<LogAnchor>;
  /** Stores an anchor unless a stored one has more events. Returns false if it was not stored. */
  putLogAnchor(anchor: LogAnchor): Promise<boolean>;
  /** Stores an anchor in place of any other, because an operator accepted another log, or the log was copied from other stores. */
  replaceLogAnchor(anchor: LogAnchor): Promise<void>;
}
