/** An open file. The caller reads it to its end or closes it. */
export interface OpenFile {
  readonly content: AsyncIterable<Uint8Array>;
  /** Closing an already closed file does nothing. */
  close(): Promise<void>;
}

/**
 * Files of an owner, encrypted at rest with the owner's key. File names consist of letters, digits, dots and hyphens.
 * @throws StoreUnavailable, StoreFull
 */
export interface Files {
  /** Writes the whole file or nothing, and replaces a file of the same name. It needs the owner's key. */
  write(owner: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Opens a file; null if it does not exist or the owner's key was destroyed. An open file can be read for one hour
   * after it was removed or replaced.
   */
  read(owner: string, name: string): Promise<OpenFile | null>;
  /** Removes a file. Removing a file that does not exist does nothing. */
  remove(owner: string, name: string): Promise<void>;
  /** Removes all files of an owner. */
  forget(owner: string): Promise<void>;
  /** Deletes partly written files and removed files that are older than one hour. It may run at any time. */
  sweep(): Promise<void>;
}
