export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** A local date (`YYYY-MM-DD`) in words, for example 'Friday 27 November 2026'. */
export function dateWords(date: string): string {
  const { dayOfWeek, day, month, year } = Temporal.PlainDate.from(date);
  return `${WEEKDAYS[dayOfWeek - 1]} ${day} ${MONTHS[month - 1]} ${year}`;
}
