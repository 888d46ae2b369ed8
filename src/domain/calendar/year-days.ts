import { dayNumber, weekdayOf } from './day-number.ts';
import type { Rule, RuleDay } from './recurrence-rule.ts';

/** The days of a rule for each month of a year, January first. Bit 0 is the first day of the month. */
export type YearDays = readonly number[];

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const yearStart = (year: number): number => dayNumber({ year, month: 1, day: 1 });
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** `month`: 1 to 12. */
const monthLength = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (LENGTHS[month - 1] as number));

/** A month whose first `count` days are set. */
export const firstDays = (count: number): number => 2 ** count - 1;

/** The values that a rule takes from its start where the rule itself names none. */
export interface RuleStart {
  readonly weekday: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/**
 * The days of a year that a rule matches, before interval, COUNT and BYSETPOS apply. There are at most 28 kinds of years, so the days of
 * each kind are computed once.
 */
export function yearDaysOf(rule: Rule, start: RuleStart): (year: number) => YearDays {
  const known = new Map<string, YearDays>();
  return (year) => {
    const kind = `${weekdayOf(yearStart(year))} ${isLeap(year - 1)} ${isLeap(year)} ${isLeap(year + 1)}`;
    const found = known.get(kind) ?? daysIn(rule, start, year);
    known.set(kind, found);
    return found;
  };
}

function daysIn(rule: Rule, start: RuleStart, year: number): YearDays {
  const { frequency, months, monthDays, yearDays, weeks, days } = rule;
  const isBare = days.length === 0 && monthDays.length === 0 && yearDays.length === 0;
  const byDate = isBare && weeks.length === 0 && (frequency === 'MONTHLY' || frequency === 'YEARLY');
  const byWeekday = isBare && (frequency === 'WEEKLY' || weeks.length > 0);
  const named = byWeekday ? [{ weekday: start.weekday, nth: null }] : days;
  // In a yearly rule without months the nth weekday is counted within the year, otherwise within the month.
  const inYear = frequency === 'YEARLY' && months.length === 0;
  const ofYear: YearDays[] = [
    ...(yearDays.length > 0 ? [spread(year, placesOf(yearDays, yearLength(year)))] : []),
    ...(weeks.length > 0 ? [spread(year, weekPlaces(rule, year))] : []),
    ...(named.length > 0 && inYear ? [spread(year, weekdayPlaces(named, weekdayOf(yearStart(year)), yearLength(year)))] : []),
  ];
  return LENGTHS.map((_, index) => {
    const month = index + 1;
    if (months.length > 0 && !months.includes(month)) return 0;
    const length = monthLength(year, month);
    let bits = ofYear.reduce((all, one) => all & (one[index] as number), firstDays(length));
    if (monthDays.length > 0) bits &= bitsOf(placesOf(monthDays, length));
    if (named.length > 0 && !inYear) bits &= bitsOf(weekdayPlaces(named, weekdayOf(dayNumber({ year, month, day: 1 })), length));
    if (byDate) bits &= frequency === 'MONTHLY' || months.length > 0 || month === start.month ? bitsOf([start.day - 1]) : 0;
    return bits;
  });
}

const yearLength = (year: number): number => (isLeap(year) ? 366 : 365);
const bitsOf = (places: readonly number[]): number => places.reduce((bits, place) => bits | (1 << place), 0);

function spread(year: number, places: readonly number[]): YearDays {
  const wanted = new Uint8Array(yearLength(year));
  for (const place of places) wanted[place] = 1;
  let begin = 0;
  return LENGTHS.map((_, index) => {
    const length = monthLength(year, index + 1);
    let bits = 0;
    for (let day = 0; day < length; day += 1) if (wanted[begin + day] === 1) bits |= 1 << day;
    begin += length;
    return bits;
  });
}

/** Converts numbers from 1, or from the end if negative, to places from 0 in a period of this length. */
const placesOf = (numbers: readonly number[], length: number): readonly number[] =>
  numbers.map((number) => (number > 0 ? number - 1 : length + number)).filter((place) => place >= 0 && place < length);

/** Places of weekdays in a month or year that begins on the weekday `first`. */
function weekdayPlaces(days: readonly RuleDay[], first: number, length: number): readonly number[] {
  return days.flatMap(({ weekday, nth }) => {
    const offset = (weekday - first + 7) % 7;
    const all = Array.from({ length: Math.ceil((length - offset) / 7) }, (_, index) => offset + index * 7);
    return nth === null ? all : (all.at(nth > 0 ? nth - 1 : nth) ?? []);
  });
}

/** Places in a year of the days in a rule's weeks. The first and last days of a year may belong to a week of another year. */
function weekPlaces({ weeks, weekStart }: Rule, year: number): readonly number[] {
  const [begin, length] = [yearStart(year), yearLength(year)];
  const places: number[] = [];
  for (const one of [year - 1, year, year + 1]) {
    const first = firstWeek(one, weekStart);
    const count = (firstWeek(one + 1, weekStart) - first) / 7;
    for (const week of placesOf(weeks, count)) {
      const from = first + week * 7 - begin;
      for (let place = Math.max(0, from); place < Math.min(length, from + 7); place += 1) places.push(place);
    }
  }
  return places;
}

/** The first day of the first week of a year, which is the week that contains 4 January. */
function firstWeek(year: number, weekStart: number): number {
  const fourth = yearStart(year) + 3;
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7);
}
