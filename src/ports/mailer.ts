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
  /** When it is sent, RFC 3339 in UTC. */
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
  /** Whose it is. It goes out under this name, from the address of the program, and answers go to this address. */
  readonly sender: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly cc: readonly string[];
  /** No recipient sees them. */
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The Message-ID with its angle brackets: the same whenever this mail is sent. */
  readonly messageId: string;
  /** When it is sent, RFC 3339 in UTC. */
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

/** A way by which mails of persons go out. */
export interface PersonalMailer {
  readonly via: 'gmail' | 'smtp' | 'development';
  /**
   * Sends a mail once. Resolves when the server has taken it, with the addresses that it refused while it took the others.
   * `provider_id`: the id of the mail at the provider, where it gives one.
   * @throws MailNotSent if nothing went out; after any other error nobody knows. Neither message holds anything personal
   */
  send(mail: PersonalMail): Promise<{ readonly refused: readonly string[]; readonly provider_id?: string | null }>;
  /** Whether a mail of this owner with this Message-ID went out. Null: this way cannot be asked. */
  wasSent(messageId: string, owner: string): Promise<boolean | null>;
}

/** The way through people's own mailboxes. `send` throws MailboxClosed where one is not open to the program any more. */
export interface OwnMailbox extends PersonalMailer {
  /** Whether the mails of this owner go this way. */
  isOf(owner: string): Promise<boolean>;
}

/** Nothing went out. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

/** The mailbox of the person is not open to the program any more, and nothing went out. */
export class MailboxClosed extends MailNotSent {}
