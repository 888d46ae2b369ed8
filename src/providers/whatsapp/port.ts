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

const SHORTEST = 8;
const LONGEST = 15;

/** The number in international form, digits only. @throws WhatsAppRefused if it is not such a number */
export function digitsOf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '');
  if (digits.length < SHORTEST || digits.length > LONGEST)
    throw new WhatsAppRefused('The number is not one in international form, such as +49 151 23456789.');
  return digits;
}
