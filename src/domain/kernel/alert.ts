import { z } from 'zod';
import { count, type Described, defineEvent, type EventOf, id, instant, sealed, zone } from './define-event.ts';

// Alerts are stored in the stream of their cause (a task, a closed day, a message), so that they are raised and resolved in
// the same append as the cause changes. These aggregates share the events of alerts.

const kind = z.enum([
  'due_24h',
  'due_2h',
  'missed',
  'proof_30m',
  'proof_expired',
  'proof_accepted',
  'proof_rejected',
  'proof_final',
  'streak_broken',
  'undelivered',
]);
const alertType = z.enum(['task_missed', 'deadline_approaching', 'streak_broken', 'other']);
const severity = z.enum(['critical', 'high', 'medium', 'low']);
const reason = z.enum([
  'completed',
  'skipped',
  'deleted',
  'moved',
  'superseded',
  'missed',
  'undone',
  'expired',
  'delivered',
  'removed',
  'unsubscribed',
  'proof_given',
  'judged',
  'acknowledged',
  'over',
  'corrected',
  'promised_again',
]);
export type AlertKind = z.output<typeof kind>;
export type AlertType = z.output<typeof alertType>;
export type Severity = z.output<typeof severity>;

const RAISED: Readonly<Record<AlertKind, string>> = {
  due_24h: 'Due within a day.',
  due_2h: 'Due within two hours.',
  missed: 'The due time passed.',
  proof_30m: 'Proof was due within 30 minutes.',
  proof_expired: 'The proof deadline passed.',
  proof_accepted: 'The proof was accepted.',
  proof_rejected: 'The proof was rejected.',
  proof_final: 'The proof was rejected, and no other came by the proof deadline.',
  streak_broken: 'A streak ended.',
  undelivered: 'A message could not be delivered.',
};
const RESOLVED: Readonly<Record<z.output<typeof reason>, string>> = {
  completed: 'The task was completed.',
  skipped: 'The task was skipped.',
  deleted: 'The task was deleted.',
  moved: 'The due date was moved.',
  superseded: 'A later alert took its place.',
  missed: 'The due time passed.',
  undone: 'What caused it was taken back.',
  expired: 'The proof deadline passed.',
  delivered: 'A later message arrived.',
  removed: 'The partner was removed.',
  unsubscribed: 'The partner wants no messages any more.',
  proof_given: 'Proof was given.',
  judged: 'The proof was judged.',
  acknowledged: 'The owner has seen it.',
  over: 'Seven days have passed.',
  corrected: 'The record was corrected.',
  promised_again: 'The task was promised again.',
};

/** A message that could not be delivered, without its address. */
const undelivered = z.strictObject({
  kind: z.string().describe('The kind of the delivery.'),
  channel: z.enum(['mail', 'whatsapp']).describe('By which way it was to go out.'),
  partner_id: id.nullable().describe('The partner to whom it was to go; null: to the owner.'),
});
export type UndeliveredMessage = Described<typeof undelivered>;

const alertId = id.describe('The alert.');
const ALERT = '5b0b1d6e-2b0c-5c4e-8a52-2d9a4d1f6c11';

export const AlertRaised = defineEvent({
  type: 'AlertRaised',
  publicName: 'alert.raised',
  label: 'Alert raised:',
  meaning: 'Something needs the owner: a deadline comes near or has passed, a streak has ended, a message could not be delivered.',
  since: '0.1.0',
  history: 'alerts',
  data: z.strictObject({
    alert_id: alertId,
    kind: kind.describe('What raised it.'),
    alert_type: alertType.describe('The type that the wire shows.'),
    severity: severity.describe('How serious it is.'),
    task_id: id.nullable().describe('The task that it is about.'),
    title: sealed<{ readonly title?: string }>().nullable().describe("The task's title as it was then, sealed."),
    about: instant.describe("The instant that it speaks of: the due instant, the end of the proof deadline, the day's end."),
    zone: zone.describe('The zone in which that instant is to be read.'),
    streak: count.nullable().describe('For `streak_broken`: the length that ended.'),
    delivery: undelivered.optional().describe('For `undelivered`: which message.'),
  }),
  example: {
    data: {
      alert_id: ALERT,
      kind: 'due_2h',
      alert_type: 'deadline_approaching',
      severity: 'medium',
      task_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01',
      title: null,
      about: '2026-11-27T16:00:00.000Z',
      zone: 'Europe/Berlin',
      streak: null,
    },
  },
  detail: ({ data }) => RAISED[data.kind] ?? null,
  changes: ({ alert_type: type, severity: how, task_id }) => ({
    after: { type, severity: how, task_id, acknowledged: false, resolved: false },
  }),
});
export type AlertRaised = EventOf<typeof AlertRaised>;

export const AlertResolved = defineEvent({
  type: 'AlertResolved',
  publicName: 'alert.resolved',
  label: 'Alert resolved:',
  meaning: 'What an alert says is true no longer.',
  since: '0.1.0',
  history: 'alerts',
  data: z.strictObject({ alert_id: alertId, reason: reason.describe('Why.') }),
  example: { data: { alert_id: ALERT, reason: 'completed' } },
  detail: ({ data }) => RESOLVED[data.reason] ?? null,
  changes: () => ({ before: { resolved: false }, after: { resolved: true } }),
});
export type AlertResolved = EventOf<typeof AlertResolved>;

export const AlertAcknowledged = defineEvent({
  type: 'AlertAcknowledged',
  publicName: 'alert.acknowledged',
  label: 'Alert acknowledged:',
  meaning: 'The owner has seen an alert.',
  since: '0.1.0',
  history: 'alerts',
  data: z.strictObject({ alert_id: alertId }),
  example: { data: { alert_id: ALERT } },
  changes: () => ({ before: { acknowledged: false }, after: { acknowledged: true } }),
});
export type AlertAcknowledged = EventOf<typeof AlertAcknowledged>;

export const ALERT_EVENTS = [AlertRaised, AlertResolved, AlertAcknowledged] as const;
export type AlertEvent = EventOf<(typeof ALERT_EVENTS)[number]>;
