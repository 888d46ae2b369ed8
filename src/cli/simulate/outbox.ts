import { closeSync, openSync, writeSync } from 'node:fs';
import type { Mailer } from '../../ports/mailer.ts';
import type { WhatsApp } from '../../ports/whatsapp.ts';

/** A message that was sent. The file has one line for each. */
export interface SentMessage {
  /** The id of the delivery. */
  readonly id: string;
  readonly at: string;
  readonly channel: 'mail' | 'whatsapp';
  readonly to: string;
  readonly subject: string | null;
}

export interface FileOutbox {
  readonly mailer: Mailer;
  readonly whatsapp: WhatsApp;
  readonly sent: readonly SentMessage[];
  /** The text of the last message to an address; empty if there is none. */
  textTo(address: string): string;
  close(): void;
}

/** Writes every message to a file as a line of JSON and sends nothing. */
export function fileOutbox(path: string): FileOutbox {
  const file = openSync(path, 'a', 0o600);
  const sent: SentMessage[] = [];
  const texts = new Map<string, string>();
  const take = (message: SentMessage, text: string, more: object): void => {
    sent.push(message);
    texts.set(message.to, text);
    writeSync(file, `${JSON.stringify({ ...message, ...more, text })}\n`);
  };
  return {
    sent,
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
