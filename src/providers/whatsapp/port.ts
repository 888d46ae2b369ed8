export interface WhatsAppMessage {
  /** The number, as it was typed. */
  readonly to: string;
  readonly text: string;
  /** The same for every attempt. */
  readonly id: string;
  /** RFC 3339 UTC. */
  readonly at: string;
  /** Whose message it is. */
  readonly userId: string;
}

/** An outgoing WhatsApp account. */
export interface WhatsApp {
  /**
   * Resolves when the service has taken responsibility for the message.
   * @throws WhatsAppRefused when trying again is no use; anything else may be tried again
   */
  send(message: WhatsAppMessage): Promise<{ readonly message_id: string }>;
}

/** The service refused for good. `message` holds no personal data. */
export class WhatsAppRefused extends Error {
  override readonly name = 'WhatsAppRefused';
}

const SHORTEST = 8;
const LONGEST = 15;

/** The number in international form, digits only. @throws WhatsAppRefused for what is no such number */
export function digitsOf(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '');
  if (digits.length < SHORTEST || digits.length > LONGEST)
    throw new WhatsAppRefused('The number is not one in international form, such as +49 151 23456789.');
  return digits;
}
