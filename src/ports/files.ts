/** A file that is open: read to its end, or closed. */
export interface OpenFile {
  readonly content: AsyncIterable<Uint8Array>;
  /** Harmless when it is closed already. */
  close(): Promise<void>;
}

/**
 * Files of an owner, sealed at rest under the owner's key. Names are of letters, digits, dots and hyphens.
 * @throws StoreUnavailable, StoreFull
 */
export interface Files {
  /** Whole or not at all; replaces what had the name. Only with the owner's key. */
  write(owner: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Null: there is none, or the owner's key is gone. What is open can be read for an hour after it was removed or replaced. */
  read(owner: string, name: string): Promise<OpenFile | null>;
  /** What is not there is removed already. */
  remove(owner: string, name: string): Promise<void>;
  /** All that is an owner's. */
  forget(owner: string): Promise<void>;
  /** Drops what a crash left half written, and what was removed, an hour after; harmless at any moment. */
  sweep(): Promise<void>;
}
