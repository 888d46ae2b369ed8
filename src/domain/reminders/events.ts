import { z } from 'zod';
import { fullDate } from '../../contracts/words/format.ts';
import { defineEvent, defineStream, type EventOf, instant, localDate, type StreamKind, zone } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

// Messages to an owner that are sent at set times. There is one stream for each (owner, kind, local date). `at` is the scheduled instant,
// even if the job ran later. The message that is sent has a delivery of its own.

export type ReminderKind = 'reminder' | 'weekly_report' | 'weekly_assessment';

const due = {
  date: localDate.describe('The local date on which it came round.'),
  zone: zone.describe("The owner's zone then."),
  scheduled_at: instant.describe('When it was due to go out.'),
};
const AT = { date: '2026-11-30', zone: 'Europe/Berlin', scheduled_at: '2026-11-30T07:00:00.000Z' };

export const ReminderCame = defineEvent({
  type: 'ReminderCame',
  startsStream: true,
  publicName: 'reminder.scheduled',
  label: 'Reminder',
  meaning: 'The hour came at which the owner is reminded of a day for which nothing is planned; by the system.',
  since: '0.1.0',
  history: 'account',
  data: z.strictObject({
    ...due,
    outcome: z
      .enum(['sent', 'filled', 'off', 'vacation', 'rest_day'])
      .describe(
        '`sent`: a reminder goes out. Otherwise nothing does: the day is filled, reminders are off, or it is a vacation or a rest day.',
      ),
    escalates_at: instant.nullable().describe('30 minutes later, when the partner is told; null: no escalation follows.'),
  }),
  example: { data: { ...AT, outcome: 'sent', escalates_at: '2026-11-30T07:30:00.000Z' } },
  detail: ({ data }) => `Nothing was planned for ${fullDate(data.date)}.`,
});
export type ReminderCame = EventOf<typeof ReminderCame>;

const escalation = z.enum(['escalated', 'filled', 'off', 'vacation', 'rest_day', 'no_partner']);
const ESCALATIONS: Readonly<Record<z.output<typeof escalation>, string>> = {
  escalated: 'Your partner was told that the day was not filled.',
  filled: 'The day was filled in time. Nobody was told.',
  off: 'Reminders were off. Nobody was told.',
  vacation: 'You were on vacation. Nobody was told.',
  rest_day: 'It was a rest day. Nobody was told.',
  no_partner: 'The day was not filled. There was no partner to tell.',
};

export const EscalationCame = defineEvent({
  type: 'EscalationCame',
  startsStream: true,
  publicName: {
    escalated: 'escalation.sent',
    filled: 'escalation.skipped',
    off: 'escalation.skipped',
    vacation: 'escalation.skipped',
    rest_day: 'escalation.skipped',
    no_partner: 'escalation.skipped',
  },
  label: 'Escalation',
  meaning: 'Half an hour after a reminder it was decided whether the partner is told that the day is not filled; by the system.',
  since: '0.1.0',
  history: 'partner',
  data: z.strictObject({
    date: localDate.describe('The day that was to be filled.'),
    outcome: escalation.describe('`escalated`: the partner is told. Otherwise nobody is, and this is why.'),
  }),
  example: { data: { date: '2026-11-30', outcome: 'escalated' } },
  detail: ({ data }) => ESCALATIONS[data.outcome] ?? null,
});
export type EscalationCame = EventOf<typeof EscalationCame>;

const week = z.strictObject({
  ...due,
  from: localDate.describe('First day of the week that it is about.'),
  to: localDate.describe('Last day of that week.'),
  outcome: z.enum(['sent', 'nothing_planned', 'off']).describe('`sent`: it goes out by mail. Otherwise it does not, and this is why.'),
});
const MAILED: Readonly<Record<z.output<typeof week>['outcome'], string>> = {
  sent: 'sent by mail.',
  nothing_planned: 'nothing was planned, so none was sent.',
  off: 'not mailed, since weekly reports are off.',
};
const mailed = ({ from, to, outcome }: z.output<typeof week>): string =>
  `${fullDate(from)} to ${fullDate(to)}: ${MAILED[outcome] ?? 'nothing was sent.'}`;

export const WeeklyReportCame = defineEvent({
  type: 'WeeklyReportCame',
  startsStream: true,
  publicName: { sent: 'weekly_report.sent', nothing_planned: 'weekly_report.skipped', off: 'weekly_report.skipped' },
  label: 'Weekly report',
  meaning: 'The hour of the weekly report came, of the last full week; by the system.',
  since: '0.1.0',
  history: 'account',
  data: week,
  example: { data: { ...AT, from: '2026-11-23', to: '2026-11-29', outcome: 'sent' } },
  detail: ({ data }) => mailed(data),
});
export type WeeklyReportCame = EventOf<typeof WeeklyReportCame>;

export const WeeklyAssessmentCame = defineEvent({
  type: 'WeeklyAssessmentCame',
  startsStream: true,
  publicName: { sent: 'weekly_assessment.sent', nothing_planned: 'weekly_assessment.skipped', off: 'weekly_assessment.skipped' },
  label: 'Weekly assessment',
  meaning: 'The hour of the weekly assessment came, of the last seven days; by the system.',
  since: '0.1.0',
  history: 'account',
  data: week,
  example: { data: { ...AT, from: '2026-11-24', to: '2026-11-30', outcome: 'sent' } },
  detail: ({ data }) => mailed(data),
});
export type WeeklyAssessmentCame = EventOf<typeof WeeklyAssessmentCame>;

/** Recorded in the reminder's stream of that date. */
export const NothingDueSaid = defineEvent({
  type: 'NothingDueSaid',
  startsStream: true,
  publicName: 'day.declared_free',
  label: 'Nothing due',
  meaning: "The owner pressed 'Nothing due today': no reminder comes for that day.",
  since: '0.1.0',
  history: 'tasks',
  data: z.strictObject({ date: localDate.describe('The day.') }),
  example: { data: { date: '2026-11-30' } },
  detail: ({ data }) => `On ${fullDate(data.date)}.`,
});
export type NothingDueSaid = EventOf<typeof NothingDueSaid>;

export const REMINDER_EVENTS = [ReminderCame, EscalationCame, WeeklyReportCame, WeeklyAssessmentCame, NothingDueSaid] as const;
export type ReminderEvent = EventOf<(typeof REMINDER_EVENTS)[number]>;
export type RecordedReminderEvent = RecordedOf<ReminderEvent>;
const STREAMS: Readonly<Record<ReminderKind, StreamKind>> = {
  reminder: defineStream('reminder'),
  weekly_report: defineStream('weekly_report'),
  weekly_assessment: defineStream('weekly_assessment'),
};
export const reminderStream = (kind: ReminderKind, userId: string, date: string): string => STREAMS[kind](`${userId}-${date}`);
