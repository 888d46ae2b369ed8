/** An open file. The caller reads its content to the end or closes it. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** All bytes. It can be read once, and closes the file at its end. */
  readonly content: AsyncIterable<Uint8Array>;
  /**
   * The bytes from `from` up to and without `to`, as far as the file has them. Only the pieces in which they lie are read and
   * decrypted. It leaves the file open.
   */
  range(from: number, to: number): AsyncIterable<Uint8Array>;
  /** Closing an already closed file does nothing. */
  close(): Promise<void>;
}

/** A file or a content as it is stored. */
export interface StoredFile {
  /** The name of a file, or the address of a content. */
  readonly name: string;
  /** In bytes, before encryption. */
  readonly size: number;
  /** When it was stored, RFC 3339, by the store's own clock. */
  readonly at: string;
  /** Who uses a content; empty for a file with a name of its own. */
  readonly users: readonly string[];
}

/** Ids that an upload can have. */
export const UPLOAD_ID = /^[A-Za-z0-9-]{1,64}$/;

/** An upload that is not finished. */
export interface Upload {
  readonly id: string;
  /** The number of bytes that have been received. */
  readonly length: number;
  /** What `begin` was given. */
  readonly about: string;
  /** When it was begun, RFC 3339. */
  readonly at: string;
}

/** An upload with all of its bytes. */
export interface ReceivedUpload extends OpenFile {
  /** The SHA-256 of its bytes, lower-case hex. */
  readonly sha256: string;
  /** The address that its content will have: `c-` and 64 hexadecimal digits. Only the owner's key tells it from the content. */
  readonly address: string;
}

/** Somebody else appended first, or the client has lost count. */
export class WrongOffset extends Error {
  override readonly name = 'WrongOffset';
  /** The number of bytes that the upload has. */
  readonly length: number;
  constructor(length: number) {
    super(`The upload has ${length} bytes.`);
    this.length = length;
  }
}

/**
 * Files of an owner, encrypted at rest with the owner's key. A file has either a name that the caller chooses (letters,
 * digits, dots and hyphens), or an address that follows from its content, so that equal bytes of an owner are stored once.
 * A content is stored until the last of its users has released it.
 * @throws StoreUnavailable, StoreFull
 */
export interface Files {
  /** Writes the whole file or nothing, and replaces a file of the same name. It needs the owner's key. */
  write(owner: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Opens a file by its name, or a content by its address; null if it does not exist or the owner's key was destroyed. An
   * open file can be read for one hour after it was removed or replaced.
   */
  read(owner: string, name: string): Promise<OpenFile | null>;
  /** Removes a file by its name. Removing a file that does not exist does nothing. */
  remove(owner: string, name: string): Promise<void>;
  /** All files and contents of an owner, by name. */
  list(owner: string): Promise<readonly StoredFile[]>;
  /** The bytes of an owner's contents and unfinished uploads. What is stored once counts once. */
  total(owner: string): Promise<number>;

  /**
   * Begins an upload under an id (`UPLOAD_ID`). `about` is stored sealed. `at`: RFC 3339, by
   * the program's clock. Does nothing if the owner has begun it already. It needs the owner's key.
   */
  begin(owner: string, id: string, about: string, at: string): Promise<void>;
  /** An unfinished upload; null if there is none, or the owner's key was destroyed. */
  upload(owner: string, id: string): Promise<Upload | null>;
  /** All unfinished uploads of an owner, by id. */
  uploads(owner: string): Promise<readonly Upload[]>;
  /**
   * Appends to an upload at an offset, which must be its length, and gives the new length. If the content breaks off, what
   * came of it before is stored, and the error is thrown. Null: there is no such upload.
   * @throws WrongOffset
   */
  append(owner: string, id: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number | null>;
  /** Opens what an upload has received, as one file; null if there is none. From now on it outlasts a loss of power. */
  openUpload(owner: string, id: string): Promise<ReceivedUpload | null>;
  /**
   * Makes an upload the content of its address, or drops it if the owner has that content already. The upload's id becomes a
   * user of the content. Gives whether it is one now, so repeating it does nothing. False: there is no such upload with this
   * content.
   */
  finish(owner: string, id: string, address: string): Promise<boolean>;
  /** Removes an unfinished upload. Abandoning one that does not exist does nothing. */
  abandon(owner: string, id: string): Promise<void>;
  /** Takes away a user of a content, and removes the content with its last one. Repeating it does nothing. */
  release(owner: string, address: string, user: string): Promise<void>;

  /** Removes all files, contents and uploads of an owner. */
  forget(owner: string): Promise<void>;
  /**
   * Removes uploads that were begun 24 hours before `now` (RFC 3339) or earlier. Deletes partly written files and removed files that
   * are older than one hour of real time. It may run at any time.
   */
  sweep(now: string): Promise<void>;
}

/** What is looked at: an open file, which stays open. */
export type Inspectable = Pick<OpenFile, 'size' | 'range'>;

/** When a picture was taken, as its EXIF says. */
export interface CapturedAt {
  /** `YYYY-MM-DDTHH:MM:SS`, on the clock where it was taken. */
  readonly local: string;
  /** `+02:00`; null: it does not say. */
  readonly offset: string | null;
}

export interface Inspected {
  /** The media type, by the content. */
  readonly type: string;
  /** In pixels, as it is shown; null: it is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Whether previews of it can be made. */
  readonly preview: boolean;
  readonly captured: CapturedAt | null;
  /** 256 bits in hex by which pictures that look alike can be told; null: no picture, or too plain a one. */
  readonly look: string | null;
}

/** The file is of no kind that is taken, or not what it seems to be. The message is a sentence for its owner. */
export class FileNotTaken extends Error {
  override readonly name = 'FileNotTaken';
}

export type PreviewSize = 320 | 1_280;

/** For whom a file is looked at. */
export interface ForWhom {
  /** Whose file it is. Owners take turns, and one file of each is looked at at a time. */
  readonly owner: string;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface InspectedFor extends ForWhom {
  /** What its owner calls the file. */
  readonly name: string;
}

/** Looks into files that nobody can be trusted to describe. Few at a time; others wait, and archives only for archives. */
export interface FileInspector {
  /** @throws FileNotTaken, QueueFull, the signal's reason */
  inspect(file: Inspectable, forWhom: InspectedFor): Promise<Inspected>;
  /** A picture in WebP that fits into a square of so many pixels, without metadata. @throws FileNotTaken, QueueFull, the signal's reason */
  preview(file: Inspectable, size: PreviewSize, forWhom: ForWhom): Promise<Buffer>;
}
