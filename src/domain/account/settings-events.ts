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

export interface SettingsGroups {
  readonly notifications: NotificationSettings;
  readonly time: TimeSettings;
  readonly ai: AiPartner;
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
};

const changeOf = <Group extends z.ZodObject>(group: Group) =>
  z.strictObject({
    set: group.partial().describe('New values of the settings that change.'),
    was: group.partial().describe('Their former values.'),
  });
export const notificationsChange = changeOf(notificationSettings);
export const timeSettingsChange = changeOf(timeSettings);
export const aiPartnerChange = changeOf(aiPartner);

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
};
const word = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));

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
export type TimeSettingsChanged = EventOf<typeof TimeSettingsChanged>;

export const SETTINGS_CHANGES = [NotificationsChanged, TimeSettingsChanged, AiPartnerChanged] as const;
export type SettingsChanged = EventOf<(typeof SETTINGS_CHANGES)[number]>;
