/** An open file. The caller must read its content to the end, or close it. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** All bytes. It can be read once, and the file is closed at its end. */
  readonly content: AsyncIterable<Uint8Array>;
  /**
   * The bytes from `from` up to, but without, `to`, as far as the file has them. Only the necessary pieces are read and
   * decrypted. The file stays open.
   */
  range(from: number, to: number): AsyncIterable<Uint8Array>;
  /** Closing a closed file does nothing. */
  close(): Promise<void>;
}

export interface StoredFile {
  /** The name of a file, or the address of a content. */
  readonly name: string;
  /** In bytes, before encryption. */
  readonly size: number;
  /** When it was stored, RFC 3339, by the clock of the store. */
  readonly at: string;
  /** The users of a content; empty for a file with a name. */
  readonly users: readonly string[];
}

/** The form of an upload's id. */
export const UPLOAD_ID = /^[A-Za-z0-9-]{1,64}$/;

/** An upload that is not finished. */
export interface Upload {
  readonly id: string;
  /** The number of bytes that have been received. */
  readonly length: number;
  /** The text that was passed to `begin`. */
  readonly about: string;
  /** When it was begun, RFC 3339. */
  readonly at: string;
}

export interface ReceivedUpload extends OpenFile {
  /** The SHA-256 of its bytes, in lower-case hex. */
  readonly sha256: string;
  /**
   * The future address of its content: `c-` and 64 hexadecimal digits. It can be computed from the content only with the
   * owner's key.
   */
  readonly address: string;
}

export interface Usage {
  /** A content that the owner has already needs no room. */
  readonly bytes: number;
  /** How many users the owner's contents have; null if only counting them would tell. */
  readonly users: number | null;
  /** The owner certainly has neither this content nor another upload. */
  readonly isNew: boolean;
}

/** The upload has another length than the client expects, for example because another request has appended to it. */
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
 * The files of owners, encrypted with the owner's key. A file has a name that the caller chooses (letters, digits, dots
 * and hyphens). A content has an address that follows from its bytes, so equal bytes of one owner are stored once. A
 * content is stored until its last user has released it.
 * @throws StoreUnavailable, StoreFull
 */
export interface Files {
  /** Writes the whole file or nothing, and replaces a file with the same name. The owner must have a key. */
  write(owner: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Opens a file by its name, or a content by its address; null if it does not exist or the owner's key was destroyed.
   * After a file was removed or replaced, those who have opened it can still read it for one hour.
   */
  read(owner: string, name: string): Promise<OpenFile | null>;
  /** Removes a file by its name. Removing a file that does not exist does nothing. */
  remove(owner: string, name: string): Promise<void>;
  /** All files and contents of an owner, sorted by name. */
  list(owner: string): Promise<readonly StoredFile[]>;
  /** The size of an owner's contents and unfinished uploads. Bytes that are stored once count once. */
  total(owner: string): Promise<number>;
  /** What the owner's contents and uploads take when a received upload has become a content. */
  usage(owner: string, received: Pick<ReceivedUpload, 'address' | 'size'>): Promise<Usage>;

  /**
   * Begins an upload with an id (`UPLOAD_ID`). `about` is encrypted. `at`: RFC 3339, by the program's clock. Does nothing
   * if the owner has begun it already. The owner must have a key.
   */
  begin(owner: string, id: string, about: string, at: string): Promise<void>;
  /**
   * Begins an upload that announces nothing and comes in one piece: nothing can be appended to it. If the content ends with an error, that
   * error is thrown, and there may be an upload to abandon. `id` was never used. `at`: as for `begin`.
   */
  receive(owner: string, id: string, at: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** An unfinished upload; null if there is none, or the owner's key was destroyed. */
  upload(owner: string, id: string): Promise<Upload | null>;
  /** All unfinished uploads of an owner, sorted by id. */
  uploads(owner: string): Promise<readonly Upload[]>;
  /**
   * Appends to an upload at an offset, which must be its present length. Returns the new length. If the content ends with
   * an error, the bytes before it are stored, and the error is thrown. Null: there is no such upload.
   * @throws WrongOffset
   */
  append(owner: string, id: string, offset: number, content: AsyncIterable<Uint8Array>): Promise<number | null>;
  /**
   * Opens the received bytes of an upload as one file; null if there is none. After this call, the bytes survive a power
   * failure.
   */
  openUpload(owner: string, id: string): Promise<ReceivedUpload | null>;
  /**
   * Turns an upload into the content with its address, or drops it if the owner has this content already. The upload's id
   * becomes a user of the content. It can be repeated. False: there is no such upload with this content.
   */
  finish(owner: string, id: string, address: string): Promise<boolean>;
  /** Removes an unfinished upload. If there is none, it does nothing. */
  abandon(owner: string, id: string): Promise<void>;
  /** Removes a user of a content. The content is removed with its last user. It can be repeated. */
  release(owner: string, address: string, user: string): Promise<void>;

  /** Removes all files, contents and uploads of an owner. */
  forget(owner: string): Promise<void>;
  /**
   * Removes uploads that were begun 24 hours before `now` (RFC 3339) or earlier. Also deletes partly written files and
   * removed files that are older than one hour of real time. It may run at any time.
   */
  sweep(now: string): Promise<void>;
}

/** The file to inspect. It is open, and stays open. */
export type Inspectable = Pick<OpenFile, 'size' | 'range'>;

/** When a picture was taken, according to its EXIF data. */
export interface CapturedAt {
  /** `YYYY-MM-DDTHH:MM:SS`, the local time at the place where it was taken. */
  readonly local: string;
  /** For example `+02:00`; null: the picture does not contain it. */
  readonly offset: string | null;
}

export interface Inspected {
  /** The media type, according to the content. */
  readonly type: string;
  /** The displayed size in pixels; null: the file is no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Whether previews can be made. */
  readonly preview: boolean;
  readonly captured: CapturedAt | null;
  /**
   * 256 bits in hex. Similar pictures have similar bits. Null: the file is no picture, or the picture is too plain to
   * compare.
   */
  readonly look: string | null;
}

/**
 * The file has a type that is not accepted, or its content does not match its name. The message is a sentence for the
 * owner.
 */
export class FileNotTaken extends Error {
  override readonly name = 'FileNotTaken';
}

export type PreviewSize = 320 | 1_280;

/** The person for whom a file is inspected. */
export interface ForWhom {
  /** The owner of the file. Owners take turns, and only one file of each is inspected at a time. */
  readonly owner: string;
  /** Aborts when nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

export interface InspectedFor extends ForWhom {
  /** The name that the owner gave the file. */
  readonly name: string;
}

/**
 * Inspects files, because people may describe them wrongly. It inspects a few at a time, and other files wait. Archives
 * have a queue of their own, so no other file waits for them.
 */
export interface FileInspector {
  /** @throws FileNotTaken, QueueFull, the signal's reason */
  inspect(file: Inspectable, forWhom: InspectedFor): Promise<Inspected>;
  /**
   * A picture in WebP format without metadata that fits into a square of this many pixels.
   * @throws FileNotTaken, QueueFull, the signal's reason
   */
  preview(file: Inspectable, size: PreviewSize, forWhom: ForWhom): Promise<Buffer>;
}

/** A mail as the development mailbox stores and shows it. */
export interface MailCopy {
  readonly id: string;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** `size` in bytes. */
  readonly attachments: readonly { readonly filename: string; readonly content_type: string; readonly size: number }[];
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** A message other than a mail, as the development outbox stores and shows it. */
export interface MessageCopy {
  readonly id: string;
  readonly channel: 'whatsapp';
  readonly to: string;
  readonly text: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** Copies of the messages that would have been sent, for development. @throws StoreUnavailable, StoreFull */
export interface Copies<T> {
  /** Adds a copy. Adding the same id again changes nothing. The copy is deleted by `forget(userId)`. */
  add(copy: T, userId: string | null): Promise<void>;
  /** Lists copies, newest first. `to` selects copies for this mail address in any case, or for this phone number by its digits. */
  list(filter: { readonly to?: string; readonly limit: number }): Promise<readonly T[]>;
  /** Whether there is a copy with this id. */
  has(id: string): Promise<boolean>;
  forget(userId: string): Promise<void>;
  close(): Promise<void>;
}

/** Different spellings of the same address, or of the same phone number, have the same normal form. */
export const normalizeAddress = (address: string): string => address.toLowerCase();
export const normalizeNumber = (number: string): string => number.replaceAll(/\D/g, '');
