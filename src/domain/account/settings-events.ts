import { z } from 'zod';
import { type Described, defineEvent, type EventOf, localTime } from '../kernel/define-event.ts';

const on = z.boolean();
const notificationSettings = z.strictObject({
  task_reminders: on.describe('Reminders of days for which nothing is planned.'),
  verification_updates: on.describe('Messages about proof.'),
  weekly_reports: on.describe('The weekly report and the weekly assessment.'),
  system_updates: on.describe('Messages about the system.'),
});
export type NotificationSettings = Described<typeof notificationSettings>;

const weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
export type Weekday = z.output<typeof weekday>;

/** Times are `HH:MM` in the owner's zone. */
const timeSettings = z.strictObject({
  todo_reminder_day: z.enum(['everyday', ...weekday.options]).describe('The day of the reminder.'),
  todo_reminder_time: localTime.describe('The time of the reminder.'),
  proof_submission_deadline_hours: z.int().describe('How long proof may take after the due instant.'),
  weekly_report_day: weekday.describe('The day of the weekly report.'),
  weekly_report_time: localTime.describe('The time of the weekly report.'),
  weekly_assessment_day: weekday.describe('The day of the weekly assessment.'),
  weekly_assessment_time: localTime.describe('The time of the weekly assessment.'),
});
export type TimeSettings = Described<typeof timeSettings>;

/** An AI reviews these kinds of task in addition to the partner. */
const aiPartner = z.strictObject({
  ai_email: on.describe('An AI reviews email tasks.'),
  ai_coding: on.describe('An AI reviews coding tasks.'),
  ai_system_design: on.describe('An AI reviews system design tasks.'),
  ai_general: on.describe('An AI reviews general tasks.'),
});
export type AiPartner = Described<typeof aiPartner>;

/** By which way messages come, and when none should. Times are `HH:MM` in the owner's zone. */
const channelSettings = z.strictObject({
  push: on.describe('Messages are pushed to the browsers that the owner has allowed.'),
  evening_mail: on.describe('The evening is a mail if no push can go out.'),
  evening_time: localTime.describe('The time of the evening.'),
  quiet_from: localTime.nullable().describe('From when pushes wait; null: they never wait.'),
  quiet_to: localTime.nullable().describe('Until when they wait, on the next day if it is earlier; null: they never wait.'),
  rest_days: z.array(weekday).describe('Days without reminder and escalation, Monday first.'),
});
export type ChannelSettings = Described<typeof channelSettings>;

export interface SettingsGroups {
  readonly notifications: NotificationSettings;
  readonly time: TimeSettings;
  readonly ai: AiPartner;
  readonly channels: ChannelSettings;
}
export type SettingsGroup = keyof SettingsGroups;

export const DEFAULT_SETTINGS: SettingsGroups = {
  notifications: { task_reminders: true, verification_updates: true, weekly_reports: true, system_updates: true },
  time: {
    todo_reminder_day: 'everyday',
    todo_reminder_time: '08:00',
    proof_submission_deadline_hours: 24,
    weekly_report_day: 'monday',
    weekly_report_time: '08:00',
    weekly_assessment_day: 'sunday',
    weekly_assessment_time: '18:00',
  },
  ai: { ai_email: false, ai_coding: false, ai_system_design: false, ai_general: false },
  channels: { push: true, evening_mail: true, evening_time: '20:00', quiet_from: null, quiet_to: null, rest_days: [] },
};

const changeOf = <Group extends z.ZodObject>(group: Group) =>
  z.strictObject({
    set: group.partial().describe('New values of the settings that change.'),
    was: group.partial().describe('Their former values.'),
  });
export const notificationsChange = changeOf(notificationSettings);
export const timeSettingsChange = changeOf(timeSettings);
export const aiPartnerChange = changeOf(aiPartner);
export const channelsChange = changeOf(channelSettings);

const common = { since: '0.1.0', history: 'account' } as const;

const LABELS: Readonly<Record<string, string>> = {
  task_reminders: 'Task reminders',
  verification_updates: 'Verification updates',
  weekly_reports: 'Weekly reports',
  system_updates: 'System updates',
  todo_reminder_day: 'Reminder day',
  todo_reminder_time: 'Reminder time',
  proof_submission_deadline_hours: 'Proof deadline in hours',
  weekly_report_day: 'Report day',
  weekly_report_time: 'Report time',
  weekly_assessment_day: 'Assessment day',
  weekly_assessment_time: 'Assessment time',
  ai_email: 'AI review of email tasks',
  ai_coding: 'AI review of coding tasks',
  ai_system_design: 'AI review of system design tasks',
  ai_general: 'AI review of general tasks',
  push: 'Push',
  evening_mail: 'Evening by mail',
  evening_time: 'Evening time',
  quiet_from: 'Quiet from',
  quiet_to: 'Quiet until',
  rest_days: 'Rest days',
};

function word(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return value === null ? 'not set' : String(value);
}

/** For example 'Reminder time: 09:00. Report day: friday.' */
function settings({ after }: { readonly after: Readonly<Record<string, unknown>> }): string {
  const parts = Object.entries(after).map(([field, value]) => `${LABELS[field] ?? field}: ${word(value)}`);
  return `${parts.join('. ')}.`;
}

export const NotificationsChanged = defineEvent({
  ...common,
  type: 'NotificationsChanged',
  publicName: 'account.notifications_changed',
  label: 'Notifications changed',
  meaning: 'The owner changed which messages they get.',
  data: notificationsChange,
  example: { data: { set: { weekly_reports: false }, was: { weekly_reports: true } } },
  detail: settings,
});
export const TimeSettingsChanged = defineEvent({
  ...common,
  type: 'TimeSettingsChanged',
  publicName: 'account.time_settings_changed',
  label: 'Time settings changed',
  meaning: 'The owner changed when reminders and reports come, or how long proof may take.',
  data: timeSettingsChange,
  example: { data: { set: { todo_reminder_time: '09:00' }, was: { todo_reminder_time: '08:00' } } },
  detail: settings,
});
export const AiPartnerChanged = defineEvent({
  ...common,
  type: 'AiPartnerChanged',
  publicName: 'account.ai_partner_changed',
  label: 'AI review changed',
  meaning: 'The owner changed which kinds of task an AI reviews.',
  data: aiPartnerChange,
  example: { data: { set: { ai_coding: true }, was: { ai_coding: false } } },
  detail: settings,
});
export const ChannelsChanged = defineEvent({
  ...common,
  type: 'ChannelsChanged',
  publicName: 'account.channels_changed',
  label: 'Channels changed',
  meaning: 'The owner changed by which way messages come, when none should, or on which days they rest.',
  data: channelsChange,
  example: { data: { set: { rest_days: ['saturday', 'sunday'] }, was: { rest_days: [] } } },
  detail: settings,
});
export type TimeSettingsChanged = EventOf<typeof TimeSettingsChanged>;

export const SETTINGS_CHANGES = [NotificationsChanged, TimeSettingsChanged, AiPartnerChanged, ChannelsChanged] as const;
export type SettingsChanged = EventOf<(typeof SETTINGS_CHANGES)[number]>;
