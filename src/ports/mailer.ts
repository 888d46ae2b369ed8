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
