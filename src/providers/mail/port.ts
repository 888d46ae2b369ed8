export interface Attachment {
  readonly filename: string;
  readonly content_type: string;
  readonly content: Uint8Array;
}

export interface Message {
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** With its angle brackets. The same for every attempt, so that a doubled mail can be recognised. */
  readonly messageId: string;
  /** RFC 3339 UTC. */
  readonly at: string;
  /** Whose mail it is. */
  readonly userId: string;
  /** No copy of it is kept, in the development mailbox either. */
  readonly unkept?: boolean;
  readonly attachments?: readonly Attachment[];
  /** Headers beyond those that every mail has, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An outgoing mail server. */
export interface Mailer {
  /**
   * Resolves when the server has taken responsibility for the message.
   * @throws MailRefused when trying again is no use; anything else may be tried again
   */
  send(message: Message): Promise<{ readonly message_id: string }>;
  close(): Promise<void>;
}

/** The receiving side refused for good. `message` holds no personal data. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
