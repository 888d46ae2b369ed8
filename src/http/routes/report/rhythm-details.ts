import { dateWords } from '../../../presenters/dates.ts';

type Data = Readonly<Record<string, unknown>>;
interface Changed {
  readonly after: Data;
}

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

/** 'Reminder time: 09:00, report day: friday.' */
function settings({ after }: Changed): string {
  const parts = Object.entries(after).map(([field, value]) => `${LABELS[field] ?? field}: ${word(value)}`);
  return `${parts.join('. ')}.`;
}

const ESCALATIONS: Readonly<Record<string, string>> = {
  escalated: 'Your partner was told that the day was not filled.',
  filled: 'The day was filled in time. Nobody was told.',
  off: 'Reminders were off. Nobody was told.',
  vacation: 'You were on vacation. Nobody was told.',
  no_partner: 'The day was not filled. There was no partner to tell.',
};
const MAILED: Readonly<Record<string, string>> = {
  sent: 'sent by mail.',
  nothing_planned: 'nothing was planned, so none was sent.',
  off: 'not mailed, since weekly reports are off.',
};

const mailed = (_changed: Changed, { from, to, outcome }: Data): string =>
  `${dateWords(String(from))} to ${dateWords(String(to))}: ${MAILED[String(outcome)] ?? 'nothing was sent.'}`;

/** What is said of settings, reminders and reports in the history. */
export const RHYTHM_DETAILS: Readonly<Record<string, (changed: Changed, data: Data) => string | null>> = {
  NotificationsChanged: settings,
  TimeSettingsChanged: settings,
  AiPartnerChanged: settings,
  ReminderCame: (_changed, { date }) => `Nothing was planned for ${dateWords(String(date))}.`,
  EscalationCame: (_changed, { outcome }) => ESCALATIONS[String(outcome)] ?? null,
  WeeklyReportCame: mailed,
  WeeklyAssessmentCame: mailed,
  NothingDueSaid: (_changed, { date }) => `On ${dateWords(String(date))}.`,
};
