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
