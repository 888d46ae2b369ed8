import { dayMonth, shortPeriod } from './format.ts';
import { addDays } from './phrases/days.ts';

interface Counted {
  /** The dates of the report, both included. */
  readonly from: string;
  readonly to: string;
  readonly today: string;
}

/** The dates of a week that a report counts: the first and the last week of a period are often not whole. */
function weekDates(monday: string, { from, to }: Pick<Counted, 'from' | 'to'>): { from: string; to: string; isWhole: boolean } {
  const sunday = addDays(monday, 6);
  return { from: monday < from ? from : monday, to: sunday > to ? to : sunday, isWhole: monday >= from && sunday <= to };
}

/**
 * 'Week of 16 Nov', or only the dates that are counted, so that nobody takes a part of a week for the whole: '23 Nov to today',
 * '18 to 22 Nov'.
 */
export function weekName(monday: string, counted: Counted): string {
  const { isWhole } = weekDates(monday, counted);
  return isWhole ? `Week of ${dayMonth(monday, counted.today)}` : weekSpan(monday, counted);
}

/** '16 to 22 Nov', '30 Nov to 6 Dec', '23 Nov to today'. */
export function weekSpan(monday: string, counted: Counted): string {
  const { from, to, isWhole } = weekDates(monday, counted);
  const { today } = counted;
  if (from === to) return to === today && !isWhole ? 'today' : dayMonth(to, today);
  if (to === today && !isWhole) return `${dayMonth(from, today)} to today`;
  return shortPeriod(from, to, today);
}
