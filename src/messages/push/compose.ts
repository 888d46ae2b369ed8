import type { PushKind } from '../../app/push/requests.ts';
import { clockTime, dayWord } from '../../contracts/words/format.ts';
import { localDate, localMoment } from '../../domain/calendar/local.ts';
import type { Pushed } from '../../domain/delivery/events.ts';
import { type AlertDoc, alert } from '../../projections/alert.ts';
import { isFree } from '../../projections/day/closings.ts';
import { daysOf } from '../../projections/day/days.ts';
import { task } from '../../projections/task/task-lists.ts';
import { composeEvening } from './evening.ts';
import type { ComposePush, PushContext, PushText } from './payload.ts';

const OF_NO_TASK = { task_id: null, actions: [] } as const;

const COMPOSED: Readonly<Record<PushKind, ComposePush>> = {
  reminder,
  approaching: ofAlert,
  missed: ofAlert,
  evening: composeEvening,
  verdict,
  test: async () => ({
    title: 'Vouch',
    body: 'Pushes arrive in this browser.',
    url: '/settings/notifications',
    tag: 'test',
    ...OF_NO_TASK,
  }),
};

/** Composes a push when it is sent, from what is true then. */
export const composePush = (context: PushContext, kind: PushKind, push: Pushed): Promise<PushText | null> => COMPOSED[kind](context, push);

async function reminder({ app, owner, zone, now }: PushContext, { date }: Pushed): Promise<PushText | null> {
  if (date === null || date !== localDate(now, zone)) return null;
  const [days, free] = await Promise.all([daysOf(app.views, owner, date, date), isFree(app.views, owner, date)]);
  if (free || days.some(({ counts }) => counts.planned > 0)) return null;
  const body = 'Write down a promise, or say that nothing is due.';
  return { title: 'Nothing is planned for today', body, url: '/dashboard', tag: 'reminder', ...OF_NO_TASK };
}

type TaskWords = Pick<PushText, 'body' | 'actions'> & { readonly url: (task: string) => string };

const ofTask = (id: string): string => `/todo?task=${encodeURIComponent(id)}`;
const ofProof = (id: string): string => `/verify/task/${encodeURIComponent(id)}`;

/** What is said of an alert about a task; `when` is the instant of which it speaks. */
function wordsOf(kind: AlertDoc['kind'], when: string): TaskWords | null {
  switch (kind) {
    case 'due_24h':
    case 'due_2h':
      return { body: `Due ${when}`, actions: ['done', 'tomorrow', 'skip'], url: ofTask };
    case 'missed':
      // 'Tomorrow' promises it again, and the miss stays.
      return { body: `Was due ${when}`, actions: ['done', 'tomorrow'], url: ofTask };
    case 'proof_30m':
      return { body: `Proof is due ${when}`, actions: [], url: ofProof };
    case 'proof_expired':
    case 'proof_final':
      return { body: `Proof was due ${when}`, actions: [], url: ofProof };
    default:
      return null;
  }
}

/** An alert that is resolved is not true any more. */
async function ofAlert({ app, owner, zone, now }: PushContext, { of, task_id }: Pushed): Promise<PushText | null> {
  const found = of === null ? null : await alert(app.views, of);
  if (!found || task_id === null || found.doc.owner !== owner || found.doc.resolved) return null;
  const { kind, about, title } = found.doc;
  const words = wordsOf(kind, momentWords(about, zone, now));
  const opened = await app.opener.open(owner, title);
  return words && { title: opened?.title ?? '', body: words.body, url: words.url(task_id), ...aboutTask(task_id, words.actions) };
}

/** For example 'tomorrow, 13:30'. */
function momentWords(instant: string, zone: string, now: string): string {
  const { date, time } = localMoment(instant, zone);
  return `${dayWord(date, localDate(now, zone))}, ${clockTime(time)}`;
}

const aboutTask = (task_id: string, actions: PushText['actions']) => ({ tag: `task-${task_id}`, task_id, actions });

const VERDICTS: Readonly<Record<string, string>> = {
  verified: 'Your proof was accepted.',
  rejected: 'Your proof was rejected. You can give another one.',
};

/** Without a review (`of`) it is the answer to an appeal. */
async function verdict({ app, owner }: PushContext, { task_id, of }: Pushed): Promise<PushText | null> {
  const found = task_id === null ? null : await task(app.views, task_id);
  if (!found || task_id === null || found.doc.owner !== owner || found.doc.deleted) return null;
  const body = of === null ? 'Your appeal was answered.' : VERDICTS[found.doc.verification_state];
  if (body === undefined) return null;
  const opened = await app.opener.open(owner, found.doc.title);
  return { title: opened?.title ?? '', body, url: ofProof(task_id), ...aboutTask(task_id, []) };
}
