const stamp = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A date as 'Fri 20 Nov', with the year when it is not the current one. */
export function formatDate(day: string, today: string): string {
  const sameYear = day.slice(0, 4) === today.slice(0, 4);
  const text = stamp(day).toLocaleString('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
  return text.replace(',', '');
}
