import { addDays, daysBetween, mondayOf, weekday } from '../lib/calendar.ts';
import type { MonthDay, PlainRule } from './rule.ts';

/** The last date that Vouch supports. */
const LAST = '2100-12-31';
const number = (date: string, from: number, to: number): number => Number(date.slice(from, to));
const monthLength = (date: string): number => new Date(Date.UTC(number(date, 0, 4), number(date, 5, 7), 0)).getUTCDate();

function isOn(date: string, on: MonthDay): boolean {
  const day = number(date, 8, 10);
  const length = monthLength(date);
  if (on.kind === 'day') return day === on.day;
  if (on.kind === 'last') return day === length;
  return weekday(date) === on.weekday && (on.nth === -1 ? day + 7 > length : Math.ceil(day / 7) === on.nth);
}

function matches(rule: PlainRule, start: string, date: string): boolean {
  const months = (number(date, 0, 4) - number(start, 0, 4)) * 12 + number(date, 5, 7) - number(start, 5, 7);
  switch (rule.unit) {
    case 'day':
      return daysBetween(start, date) % rule.every === 0;
    case 'week':
      return (daysBetween(mondayOf(start), mondayOf(date)) / 7) % rule.every === 0 && rule.weekdays.includes(weekday(date));
    case 'month':
      return months % rule.every === 0 && isOn(date, rule.on);
    case 'year':
      return (number(date, 0, 4) - number(start, 0, 4)) % rule.every === 0 && number(date, 5, 7) === rule.month && isOn(date, rule.on);
  }
}

/** At most `limit` dates of a rule that starts on `start`, from `from` on. This is a preview: the server's `next_dates` are what counts. */
export function nextDates(rule: PlainRule, start: string, from: string, limit: number): string[] {
  const dates: string[] = [];
  const { ends } = rule;
  const last = ends.kind === 'until' && ends.date < LAST ? ends.date : LAST;
  let date = ends.kind === 'count' || from < start ? start : from;
  for (let counted = 0; date <= last && dates.length < limit; date = addDays(date, 1)) {
    if (!matches(rule, start, date)) continue;
    counted += 1;
    if (ends.kind === 'count' && counted > ends.count) break;
    if (date >= from) dates.push(date);
  }
  return dates;
}
