import type { Answer } from './answers.ts';
import { type Body, everyObject, inBody } from './public-names.ts';

/** In the zones of all owners who have alerts, the recording was made on this day, a Thursday, at these times. */
const TODAY = Date.UTC(2026, 10, 19);
const NOW: Readonly<Record<string, string>> = { robin: '14:12', ada: '08:12', cleo: '18:57' };
const DAY = 86_400_000;

/** Alerts have the title of their task as their own, and say when as people do. */
export const withSpokenAlerts = (answer: Answer): Answer =>
  inBody(
    /^\/api\/alerts/,
    everyObject((value) => 'severity' in value && 'acknowledged' in value, spoken(answer.who)),
  )(answer);

const spoken =
  (who: string) =>
  (alert: Body): Body => {
    const { title, message } = alert;
    const when = momentIn(message, who);
    if (title.startsWith('Streak of')) return { ...alert, message: message.replace(/on \w+ \d+ \w+ 20\d\d/, onDay(when.day)) };
    const task = /“([\s\S]*)”/.exec(message)?.[1];
    return task === undefined ? alert : { ...alert, title: task, message: sentence(title, when, alert.resolved) };
  };

interface When {
  /** As it is said: 'yesterday', 'Fri 20 Nov'. */
  readonly day: string;
  readonly words: string;
  readonly isPast: boolean;
}

function momentIn(message: string, who: string): When {
  const [, weekday = '', date = '', month = '', year = '', , time = ''] =
    /(\w{3})\w* (\d+) (\w{3})\w* (20\d\d)(, (\d\d:\d\d))?(?=[^\d]*\.)/.exec(message) ?? [];
  const at = Date.parse(`${date} ${month} ${year} UTC`);
  const near = { [-DAY]: 'yesterday', 0: 'today', [DAY]: 'tomorrow' }[at - TODAY];
  const day = near ?? `${weekday} ${date} ${month}${year === '2026' ? '' : ` ${year}`}`;
  const isPast = at < TODAY || (at === TODAY && time < (NOW[who] ?? ''));
  return { day, words: `${day}, ${time === '23:59' ? 'end of day' : time}`, isPast };
}

const onDay = (day: string): string => (/\d/.test(day) ? `on ${day}` : day);

function sentence(kind: string, { words, isPast }: When, isResolved: boolean): string {
  if (kind === 'Missed') return `Missed. It was due ${words}${isResolved ? '' : '. You can still do it late.'}`;
  if (kind === 'Proof not sent in time') return `No proof came in time. It was due ${words}. It counts as missed.`;
  if (kind === 'Proof due within 30 minutes') return `Proof ${isPast ? 'was due' : 'due'} ${words}`;
  return `${isPast ? 'Was due' : 'Due'} ${words}`;
}
