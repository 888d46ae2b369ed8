import { closeSync, openSync, writeSync } from 'node:fs';
import type { Mailer } from '../../providers/mail/port.ts';
import type { WhatsApp } from '../../providers/whatsapp/port.ts';

/** A message that went out, as the file has it on a line of its own. */
export interface Gone {
  /** Of its delivery. */
  readonly id: string;
  readonly at: string;
  readonly channel: 'mail' | 'whatsapp';
  readonly to: string;
  readonly subject: string | null;
}

export interface FileOutbox {
  readonly mailer: Mailer;
  readonly whatsapp: WhatsApp;
  readonly gone: readonly Gone[];
  /** The text of the last message to an address. */
  textTo(address: string): string;
  close(): void;
}

/** Takes every message, writes it to a file as a line of JSON, and sends nothing. */
export function fileOutbox(path: string): FileOutbox {
  const file = openSync(path, 'a', 0o600);
  const gone: Gone[] = [];
  const texts = new Map<string, string>();
  const take = (message: Gone, text: string, more: object): void => {
    gone.push(message);
    texts.set(message.to, text);
    writeSync(file, `${JSON.stringify({ ...message, ...more, text })}\n`);
  };
  return {
    gone,
    textTo: (address) => texts.get(address) ?? '',
    mailer: {
      send: async ({ to, subject, text, messageId, at, headers = {}, attachments = [] }) => {
        const id = messageId.slice(1, messageId.indexOf('@'));
        const files = attachments.map(({ filename, content }) => ({ filename, size: content.length }));
        take({ id, at, channel: 'mail', to: to.address, subject }, text, { headers, attachments: files });
        return { message_id: messageId };
      },
      close: async () => undefined,
    },
    whatsapp: {
      send: async ({ to, text, id, at }) => {
        take({ id, at, channel: 'whatsapp', to, subject: null }, text, {});
        return { message_id: id };
      },
    },
    close: () => closeSync(file),
  };
}
