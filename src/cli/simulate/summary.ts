import { localHour, localTime } from '../../domain/calendar/local.ts';
import type { SentMessage } from './outbox.ts';

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
