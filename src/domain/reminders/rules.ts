import { lastFullWeek, sevenDaysTo } from '../calendar/occurrences.ts';

/** The weekly report of a date covers the last complete week, Monday to Sunday, before it. */
export const weekOfReport = lastFullWeek;

/** The weekly assessment of a date covers the seven local days that end with it. */
export const weekOfAssessment = sevenDaysTo;
