/** What the development mailbox keeps and shows of a mail. */
export interface MailCopy {
  readonly id: string;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** `size` in bytes. */
  readonly attachments: readonly { readonly filename: string; readonly content_type: string; readonly size: number }[];
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** What the development outbox keeps and shows of a message other than a mail. */
export interface MessageCopy {
  readonly id: string;
  readonly channel: 'whatsapp';
  readonly to: string;
  readonly text: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/**
 * Copies of what would have been sent, for development.
 * @throws StoreUnavailable, StoreFull
 */
export interface Copies<T> {
  /** The same id again changes nothing. `userId`: whose it is to be forgotten with. */
  add(copy: T, userId: string | null): Promise<void>;
  /** Newest first; `to`: sent to this address, whatever its case, or to this number, by its digits. */
  list(filter: { readonly to?: string; readonly limit: number }): Promise<readonly T[]>;
  forget(userId: string): Promise<void>;
  close(): Promise<void>;
}

/** Spellings of one address, or of one number, have one form. */
export const formOfAddress = (address: string): string => address.toLowerCase();
export const formOfNumber = (number: string): string => number.replaceAll(/\D/g, '');
