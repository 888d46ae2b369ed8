export interface WhatsAppMessage {
  /** The phone number as the user typed it. */
  readonly to: string;
  readonly text: string;
  /** The id of the message, the same for every attempt. */
  readonly id: string;
  /** When it is sent, RFC 3339 in UTC. */
  readonly at: string;
  /** The user to whom the message belongs. */
  readonly userId: string;
}

/** An outgoing WhatsApp account. */
export interface WhatsApp {
  /**
   * Sends a message. Resolves when the service has accepted it.
   * @throws WhatsAppRefused if a retry is useless; after any other error it may be retried
   */
  send(message: WhatsAppMessage): Promise<{ readonly message_id: string }>;
}

/** The service refused the message permanently. `message` holds no personal data. */
export class WhatsAppRefused extends Error {
  override readonly name = 'WhatsAppRefused';
}
