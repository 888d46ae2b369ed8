export interface Attachment {
  readonly filename: string;
  readonly content_type: string;
  readonly content: Uint8Array;
}

export interface MailMessage {
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The Message-ID with its angle brackets. It is the same for every attempt, so that a duplicate can be recognised. */
  readonly messageId: string;
  /** When the message is sent, RFC 3339 in UTC. */
  readonly at: string;
  /** The user to whom the mail belongs. */
  readonly userId: string;
  /** True if no copy may be kept, not even in the development mailbox. */
  readonly keepNoCopy?: boolean;
  readonly attachments?: readonly Attachment[];
  /** Additional headers by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An outgoing mail server. */
export interface Mailer {
  /**
   * Sends a message. Resolves when the server has accepted it.
   * @throws MailRefused if a retry is useless; after any other error it may be retried
   */
  send(message: MailMessage): Promise<{ readonly message_id: string }>;
  close(): Promise<void>;
}

/** The receiving side refused the message permanently. `message` holds no personal data. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** A mail that a person writes to others, as plain text. */
export interface PersonalMail {
  /**
   * The person who sends it. The mail has this name, but the address of the program as its sender. Answers go to this
   * address.
   */
  readonly sender: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** The other recipients do not see these. */
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The Message-ID with its angle brackets. It is the same for every attempt. */
  readonly messageId: string;
  /** When the mail is sent, RFC 3339 in UTC. */
  readonly at: string;
  /** The user to whom the mail belongs. */
  readonly userId: string;
  readonly attachments: readonly PersonalAttachment[];
}

export interface PersonalAttachment {
  readonly filename: string;
  readonly content_type: string;
  /** In bytes. */
  readonly size: number;
  /** It can be read once. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** A service that sends mails of persons. */
export interface PersonalMailer {
  readonly via: 'gmail' | 'smtp' | 'development';
  /**
   * Sends a mail once. Resolves when the server has accepted it, with the addresses that it refused although it accepted
   * others. `provider_id`: the provider's id of the mail, if the provider gives one.
   * @throws MailNotSent if nothing was sent; after any other error nobody knows. The messages of the errors contain
   * nothing personal
   */
  send(mail: PersonalMail): Promise<{ readonly refused: readonly string[]; readonly provider_id?: string | null }>;
  /** Whether a mail of this owner with this Message-ID was sent. Null: this service cannot find out. */
  wasSent(messageId: string, owner: string): Promise<boolean | null>;
}

/** Sends through people's own mailboxes. `send` throws MailboxClosed if the program may no longer use the mailbox. */
export interface OwnMailbox extends PersonalMailer {
  /** Whether this owner's mails are sent from the owner's mailbox. */
  isOf(owner: string): Promise<boolean>;
}

/** Nothing was sent. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

/** The program may no longer use the person's mailbox, and nothing was sent. */
export class MailboxClosed extends MailNotSent {}
