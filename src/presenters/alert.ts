import type { Alert } from '../contracts/task.ts';
import { fullDate, fullMoment, plural } from '../contracts/words/format.ts';
import { localDate, localMoment } from '../domain/calendar/local.ts';
import { undeliveredWords } from '../domain/delivery/words.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { AlertDoc } from '../projections/alert.ts';

/** The texts of an alert: a title and a sentence. `task` is the title that the task had at that time. */
export function alertWords(
  { kind, about, zone, streak, delivery }: Pick<AlertDoc, 'kind' | 'about' | 'zone' | 'streak' | 'delivery'>,
  task: string,
): { title: string; message: string } {
  const when = fullMoment(localMoment(about, zone));
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
        title: `Streak of ${plural(streak ?? 0, 'day')} ended`,
        message: `A miss on ${fullDate(localDate(about, zone))} ended it. The next kept day begins a new one.`,
      };
    case 'undelivered':
      return undeliveredWords(delivery ?? { kind: '', channel: 'mail', partner_id: null }, when);
  }
}

/** `opener` must be ready for the owner. */
export function presentAlert(opener: Opener, { id, doc }: Stored<AlertDoc>): Alert {
  const task = opener.openNow(doc.owner, doc.title)?.title ?? '';
  const { task_id, severity, type, acknowledged, resolved, created_at } = doc;
  return { id, task_id, ...alertWords(doc, task), severity, type, acknowledged, resolved, created_at };
}
