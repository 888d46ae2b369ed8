import type { MonthDay, PlainRule } from './rule.ts';

/** Dates are whole days since 1970-01-01 here, because that is fast for many dates. */
const DAY = 86_400_000;
const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY;
const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;
const mondayOf = (day: number): number => day + 1 - weekdayOf(day);

/** The last date that Vouch supports. */
const LAST = '2100-12-31';

/** Months since January of year 0. */
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
const monthBegin = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY;

/** Leaves out days that the month does not have. */
function daysIn(month: number, on: MonthDay): readonly number[] {
  const [begin, end] = [monthBegin(month), monthBegin(month + 1) - 1];
  if (on.kind === 'last') return [end];
  if (on.kind !== 'nth') return (on.kind === 'day' ? [on.day] : on.days).map((day) => begin + day - 1).filter((day) => day <= end);
  const day =
    on.nth === -1 ? end - ((weekdayOf(end) - on.weekday + 7) % 7) : begin + ((on.weekday - weekdayOf(begin) + 7) % 7) + (on.nth - 1) * 7;
  return day > end ? [] : [day];
}

/** `index` counts periods from the one that contains the start. Null: no further period. */
type Period = (index: number) => readonly number[] | null;

function periodsOf(
  { unit, every, weekdays, on, month }: PlainRule,
  start: string,
  last: number,
): { days: Period; indexOf: (date: string) => number } {
  const by = (unitDays: number, first: number, days: (begin: number) => readonly number[]) => ({
    days: (index: number) => (first + index * every * unitDays > last ? null : days(first + index * every * unitDays)),
    indexOf: (date: string) => (numberOf(date) - first) / (every * unitDays),
  });
  const byMonths = (months: number, first: number) => ({
    days: (index: number) => {
      const one = first + index * every * months;
      return one > monthOf(LAST) ? null : daysIn(one, on);
    },
    indexOf: (date: string) => (monthOf(date) - first) / (every * months),
  });
  switch (unit) {
    case 'day':
      return by(1, numberOf(start), (day) => [day]);
    case 'week':
      return by(7, mondayOf(numberOf(start)), (monday) => weekdays.map((weekday) => monday + weekday - 1));
    case 'month':
      return byMonths(1, monthOf(start));
    case 'year':
      return byMonths(12, Number(start.slice(0, 4)) * 12 + month - 1);
  }
}

/**
 * Returns at most `limit` dates of a rule with this start, none of them before `from`. It is a preview; the server's
 * `next_dates` are authoritative. It computes one period after another. Only a rule with a limited number of times is
 * computed from its start.
 */
export function nextDates(rule: PlainRule, start: string, from: string, limit: number): string[] {
  const dates: string[] = [];
  const { ends, every } = rule;
  if (!(every >= 1)) return dates;
  const [first, earliest] = [numberOf(start), numberOf(from)];
  const last = numberOf(ends.kind === 'until' && ends.date < LAST ? ends.date : LAST);
  const { days, indexOf } = periodsOf(rule, start, last);
  let left = ends.kind === 'count' ? ends.count : Number.POSITIVE_INFINITY;
  for (let index = ends.kind === 'count' ? 0 : Math.max(0, Math.floor(indexOf(from))); ; index += 1) {
    const period = days(index);
    if (period === null) return dates;
    for (const day of period) {
      if (day < first) continue;
      if (!(left >= 1) || day > last || dates.length === limit) return dates;
      left -= 1;
      if (day >= earliest) dates.push(dateOf(day));
    }
  }
}
