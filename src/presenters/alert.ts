import type { Alert } from '../contracts/task.ts';
import { clockTime, dayWord, fullMoment, plural } from '../contracts/words/format.ts';
import { localDate, localMoment } from '../domain/calendar/local.ts';
import { undeliveredWords } from '../domain/delivery/words.ts';
import type { AlertKind } from '../domain/kernel/alert.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { AlertDoc } from '../projections/alert.ts';

type Said = Pick<AlertDoc, 'kind' | 'about' | 'zone' | 'streak' | 'delivery' | 'resolved'>;

/**
 * The texts of an alert: what it is about, and a sentence, as somebody would say it at `now`. `task` is the title that the task had
 * at that time.
 */
export function alertWords(alert: Said, task: string, now: string): { title: string; message: string } {
  const { kind, about, zone, streak, delivery } = alert;
  if (kind === 'undelivered') {
    const when = fullMoment(localMoment(about, zone));
    return undeliveredWords(delivery ?? { kind: '', channel: 'mail', partner_id: null }, when);
  }
  if (kind === 'streak_broken') {
    const day = dayWord(localDate(about, zone), localDate(now, zone));
    const message = `A miss ${nearDay(day)} ended it. The next kept day begins a new one.`;
    return { title: `Streak of ${plural(streak ?? 0, 'day')} ended`, message };
  }
  return { title: task, message: taskSentence(kind, momentWords(about, zone, now), { isPast: about < now, isResolved: alert.resolved }) };
}

interface Standing {
  /** The instant that the alert is about has passed. */
  readonly isPast: boolean;
  readonly isResolved: boolean;
}

function taskSentence(kind: Exclude<AlertKind, 'undelivered' | 'streak_broken'>, when: string, { isPast, isResolved }: Standing): string {
  switch (kind) {
    case 'due_24h':
    case 'due_2h':
      return `${isPast ? 'Was due' : 'Due'} ${when}`;
    case 'missed':
      return isResolved ? `Missed. It was due ${when}` : `Missed. It was due ${when}. You can still do it late.`;
    case 'proof_30m':
      return isPast ? `Proof was due ${when}` : `Proof due ${when}`;
    case 'proof_expired':
      return `No proof came in time. It was due ${when}. It counts as missed.`;
    case 'proof_accepted':
      return `Proof accepted ${when}`;
    case 'proof_rejected':
      return isPast ? `Proof rejected. Another one was taken until ${when}` : `Proof rejected. You can give another one until ${when}`;
    case 'proof_final':
      return `Proof rejected. None was accepted by ${when}. It counts as missed.`;
  }
}

/** 'today, 13:30', 'tomorrow, end of day', 'Fri 20 Nov, 16:00'. */
function momentWords(instant: string, zone: string, now: string): string {
  const at = localMoment(instant, zone);
  return `${dayWord(at.date, localDate(now, zone))}, ${isEndOfDay(instant, at.time) ? 'end of day' : clockTime(at.time)}`;
}

/** What is due by the end of a day is due in its last millisecond. */
const isEndOfDay = (instant: string, time: string): boolean => time === '23:59' && instant.endsWith(':59.999Z');

const nearDay = (day: string): string => (/^(yesterday|today|tomorrow)$/.test(day) ? day : `on ${day}`);

/** `opener` must be ready for the owner. `now`: an instant, from which days are named. */
export function presentAlert(opener: Opener, { id, doc }: Stored<AlertDoc>, now: string): Alert {
  const task = opener.openNow(doc.owner, doc.title)?.title ?? '';
  const { task_id, severity, type, acknowledged, resolved, created_at } = doc;
  return { id, task_id, ...alertWords(doc, task, now), severity, type, acknowledged, resolved, created_at };
}
