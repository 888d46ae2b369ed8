import { z } from 'zod';
import { profile } from './account.ts';
import { subscriptionSettings } from './subscription.ts';
import { optionalLine } from './text.ts';
import { givenTime, localTime } from './time.ts';

const toggle = z.boolean({ error: 'true or false.' });

export const notifications = z.object({
  task_reminders: z.boolean(),
  verification_updates: z.boolean(),
  weekly_reports: z.boolean(),
  system_updates: z.boolean(),
});
export type Notifications = z.infer<typeof notifications>;
export const notificationsBody = z
  .strictObject({ task_reminders: toggle, verification_updates: toggle, weekly_reports: toggle, system_updates: toggle })
  .partial();

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const REMINDER_DAYS = ['everyday', ...WEEKDAYS] as const;
const weekday = z.enum(WEEKDAYS, { error: 'One of monday to sunday.' });

export const timeSettings = z.object({
  todo_reminder_day: z.enum(REMINDER_DAYS),
  todo_reminder_time: givenTime,
  proof_submission_deadline_hours: z.number().int(),
  weekly_report_day: z.enum(WEEKDAYS),
  weekly_report_time: givenTime,
  weekly_assessment_day: z.enum(WEEKDAYS),
  weekly_assessment_time: givenTime,
});
export type TimeSettings = z.infer<typeof timeSettings>;
const HOURS = { error: 'A whole number of hours, 1 to 720.' };
export const timeSettingsBody = z
  .strictObject({
    todo_reminder_day: z.enum(REMINDER_DAYS, { error: 'everyday, or one of monday to sunday.' }),
    todo_reminder_time: localTime,
    proof_submission_deadline_hours: z.number(HOURS).int(HOURS).min(1, HOURS).max(720, HOURS),
    weekly_report_day: weekday,
    weekly_report_time: localTime,
    weekly_assessment_day: weekday,
    weekly_assessment_time: localTime,
  })
  .partial();

export const channels = z.object({
  push: z.boolean(),
  evening_mail: z.boolean(),
  evening_time: givenTime,
  quiet_from: givenTime.nullable(),
  quiet_to: givenTime.nullable(),
  rest_days: z.array(z.enum(WEEKDAYS)),
});

const MOST_REST_DAYS = 6;
const REST_DAYS = `Up to ${MOST_REST_DAYS} days of the week, each once.`;
const mondayFirst = (days: readonly (typeof WEEKDAYS)[number][]) => WEEKDAYS.filter((day) => days.includes(day));
const restDays = z
  .array(weekday, { error: REST_DAYS })
  .max(MOST_REST_DAYS, { error: REST_DAYS })
  .refine((days) => new Set(days).size === days.length, { error: REST_DAYS })
  .transform(mondayFirst)
  .meta({ uniqueItems: true, maxItems: MOST_REST_DAYS });

export const channelsBody = z
  .strictObject({
    push: toggle,
    evening_mail: toggle,
    evening_time: localTime,
    quiet_from: localTime.nullable(),
    quiet_to: localTime.nullable(),
    rest_days: restDays,
  })
  .partial();

export const PARTNER_STATUSES = ['invited', 'accepted', 'declined', 'unsubscribed', 'removed'] as const;
export const PARTNER_DETAILS = ['titles', 'counts'] as const;

export const accountability = z.object({
  partner_name: z.string(),
  partner_email: z.string(),
  partner_whatsapp: z.string(),
  /** What the partner sees. Without a partner: the setting of the last one, otherwise titles. */
  partner_detail: z.enum(PARTNER_DETAILS),
  ai_email: z.boolean(),
  ai_coding: z.boolean(),
  ai_system_design: z.boolean(),
  ai_general: z.boolean(),
  /** Read only. Null if there is no partner. */
  partner_status: z.enum(PARTNER_STATUSES).nullable(),
});
export type Accountability = z.infer<typeof accountability>;
/** The form is validated after merging: the server checks the stored values together with those that were sent. */
export const accountabilityBody = z
  .strictObject({
    partner_name: optionalLine(200),
    partner_email: optionalLine(254),
    partner_whatsapp: optionalLine(40),
    partner_detail: z.enum(PARTNER_DETAILS, { error: 'titles or counts.' }),
    ai_email: toggle,
    ai_coding: toggle,
    ai_system_design: toggle,
    ai_general: toggle,
    partner_status: z.enum(PARTNER_STATUSES).nullable(),
  })
  .partial();

export const allSettings = z.object({
  profile,
  notifications,
  time: timeSettings,
  accountability,
  subscription: subscriptionSettings,
  channels,
});
export type AllSettings = z.infer<typeof allSettings>;

export const accountMessage = z.object({ message: z.string() });
