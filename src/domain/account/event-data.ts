import { z } from 'zod';
import type { Described } from '../kernel/define-event.ts';
import { localTime } from '../kernel/event-fields.ts';

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
