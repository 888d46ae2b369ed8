import { closeSync, openSync, writeSync } from 'node:fs';
import { localHour, localTime } from '../../domain/calendar/local.ts';
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

/** A sent message with its kind and its owner's time zone. */
export type ClassifiedMessage = SentMessage & { readonly kind: string; readonly zone: string };

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export const listed = ({ at, zone, kind, channel, to, subject }: ClassifiedMessage): string =>
  [at, `${localTime(at, zone)} ${zone}`.padEnd(28), kind.padEnd(20), channel.padEnd(8), to.padEnd(26), subject ?? ''].join('  ').trimEnd();

/** A line for each kind of message, and a table by the owners' local hours. */
export function summary(messages: readonly ClassifiedMessage[]): readonly string[] {
  const kinds = [...new Set(messages.map(({ kind }) => kind))].sort();
  const of = (kind: string) => messages.filter((one) => one.kind === kind);
  const widest = Math.max(...kinds.map(({ length }) => length), 4);
  const hours = new Map(kinds.map((kind) => [kind, of(kind).map(({ at, zone }) => localHour(at, zone))]));
  return [
    `${'kind'.padEnd(widest)}     mail  whatsapp`,
    ...kinds.map((kind) => {
      const [mails, messages] = (['mail', 'whatsapp'] as const).map((way) => of(kind).filter(({ channel }) => channel === way).length);
      return `${kind.padEnd(widest)}  ${String(mails).padStart(7)}  ${String(messages).padStart(8)}`;
    }),
    '',
    `By the local hour of the owner:`,
    `hour  ${kinds.map((kind) => kind.padStart(Math.max(kind.length, 6))).join('  ')}`,
    ...HOURS.map((hour) => {
      const cells = kinds.map((kind) =>
        String(hours.get(kind)?.filter((one) => one === hour).length || '').padStart(Math.max(kind.length, 6)),
      );
      return `${String(hour).padStart(2, '0')}    ${cells.join('  ')}`.trimEnd();
    }),
  ];
}
