import { lastFullWeek, sevenDaysTo } from '../calendar/occurrences.ts';

/** The last full Monday to Sunday before a local date: what the weekly report of that date is about. */
export const weekOfReport = lastFullWeek;

/** The seven local days that end with a date: what the weekly assessment of that date is about. */
export const weekOfAssessment = sevenDaysTo;
