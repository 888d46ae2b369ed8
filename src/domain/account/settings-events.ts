import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { aiPartnerChange, notificationsChange, timeSettingsChange } from './event-data.ts';

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
