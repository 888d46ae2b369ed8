import { timeInField } from '../../src/contracts/words/phrases/date-field.ts';
import type { TimeSettings } from '../api/settings.ts';

const TIMES = ['todoReminderTime', 'weeklyReportTime', 'weeklyAssessmentTime'] as const;
export type TimeName = (typeof TIMES)[number];

/** The settings as the form holds them, with times and hours as typed. */
export type TimeDraft = Omit<TimeSettings, 'proofSubmissionDeadlineHours'> & { readonly proofSubmissionDeadlineHours: string };
export type TimeFaults = Partial<Record<TimeName | 'proofSubmissionDeadlineHours', string>>;

export const draftOf = (value: TimeSettings): TimeDraft => ({
  ...value,
  proofSubmissionDeadlineHours: String(value.proofSubmissionDeadlineHours),
});

const hours = (typed: string): number | null => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null);

export function faultsOf(draft: TimeDraft): TimeFaults {
  const faults: TimeFaults = {};
  for (const name of TIMES)
    if (timeInField(draft[name]) === null)
      faults[name] = draft[name].trim() === '' ? 'A time is required.' : "Not a time. Try '17', '5pm' or '17:30'.";
  const given = hours(draft.proofSubmissionDeadlineHours);
  if (given === null || given < 1 || given > 720) faults.proofSubmissionDeadlineHours = 'From 1 to 720 hours.';
  return faults;
}

/** The body of a request for a draft without faults. It is the whole object. */
export const bodyOf = (draft: TimeDraft): TimeSettings => ({
  ...draft,
  ...Object.fromEntries(TIMES.map((name) => [name, timeInField(draft[name]) ?? draft[name]])),
  proofSubmissionDeadlineHours: Number(draft.proofSubmissionDeadlineHours),
});
