import type { Alert } from '../contracts/task.ts';
import { undeliveredWords } from '../domain/delivery/words.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { AlertDoc } from '../projections/alert.ts';

const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const DATE = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = formatOf({ ...DATE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
  formats.set(zone, made);
  return made;
}

/** An instant as a local date and time in the zone: 'Friday 27 November 2026, 17:00'. */
function localWords(instant: string, zone: string): string {
  const found = Object.fromEntries(
    formatIn(zone)
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  return `${found.weekday} ${found.day} ${found.month} ${found.year}, ${found.hour}:${found.minute}`;
}

const days = (count: number): string => `${count} ${count === 1 ? 'day' : 'days'}`;

/** The texts of an alert: a title and a sentence. `task` is the title that the task had at that time. */
export function alertWords(
  { kind, about, zone, streak, delivery }: Pick<AlertDoc, 'kind' | 'about' | 'zone' | 'streak' | 'delivery'>,
  task: string,
): { title: string; message: string } {
  const when = localWords(about, zone);
  switch (kind) {
    case 'due_24h':
      return { title: 'Due within a day', message: `“${task}” is due on ${when}.` };
    case 'due_2h':
      return { title: 'Due within two hours', message: `“${task}” is due on ${when}.` };
    case 'missed':
      return { title: 'Missed', message: `“${task}” was due on ${when}. You can still do it late.` };
    case 'proof_30m':
      return { title: 'Proof due within 30 minutes', message: `Proof of “${task}” is taken until ${when}.` };
    case 'proof_expired':
      return { title: 'Proof not sent in time', message: `Proof of “${task}” was due on ${when}. It counts as missed.` };
    case 'proof_accepted':
      return { title: 'Proof accepted', message: `Proof of “${task}” counts since ${when}.` };
    case 'proof_rejected':
      return { title: 'Proof rejected', message: `Proof of “${task}” was rejected. You can give another one until ${when}.` };
    case 'proof_final':
      return { title: 'Proof rejected', message: `No proof of “${task}” was accepted by ${when}. It counts as missed.` };
    case 'streak_broken':
      return {
        title: `Streak of ${days(streak ?? 0)} ended`,
        message: `A miss on ${when.split(',')[0]} ended it. The next kept day begins a new one.`,
      };
    case 'undelivered':
      return undeliveredWords(delivery ?? { kind: '', channel: 'mail', partner_id: null }, when);
  }
}

/** An alert as the API gives it. `opener` must be ready for the owner. */
export function presentAlert(opener: Opener, { id, doc }: Stored<AlertDoc>): Alert {
  const task = doc.title === null ? '' : String(opener.openNow(doc.owner, doc.title)?.title ?? '');
  const { task_id, severity, type, acknowledged, resolved, created_at } = doc;
  return { id, task_id, ...alertWords(doc, task), severity, type, acknowledged, resolved, created_at };
}
