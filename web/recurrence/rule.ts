import { listed, MONTHS, plainDate, plural, WEEKDAYS } from '../../src/contracts/words/format.ts';
import { weekdayOf } from '../../src/contracts/words/phrases/days.ts';
import type { RepeatDay } from '../../src/contracts/words/phrases/repeats.ts';

/** One or several numbers, the last day, or the n-th of a weekday (-1 is the last). */
export type MonthDay = RepeatDay;
export type Ending =
  | { readonly kind: 'never' }
  | { readonly kind: 'until'; readonly date: string }
  | { readonly kind: 'count'; readonly count: number };
export type RuleUnit = 'day' | 'week' | 'month' | 'year';

/** A recurrence rule that can be shown in words and edited field by field. */
export interface PlainRule {
  readonly unit: RuleUnit;
  /** The interval, in units. */
  readonly every: number;
  /** Weekdays in order, from 1 (Monday) to 7 (Sunday), for the unit 'week'. */
  readonly weekdays: readonly number[];
  /** The day of the month, for the units 'month' and 'year'. */
  readonly on: MonthDay;
  /** The month from 1 to 12, for the unit 'year'. */
  readonly month: number;
  readonly ends: Ending;
}

const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
/** 1 is Monday, 7 is Sunday, 0 is none. */
const indexOfCode = (code: string): number => (CODES as readonly string[]).indexOf(code) + 1;
const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;

/** Missing parts are taken from the start date. */
export const ruleFrom = (start: string, given: Partial<PlainRule> & Pick<PlainRule, 'unit'>): PlainRule => ({
  every: 1,
  weekdays: [weekdayOf(start)],
  on: { kind: 'day', day: Number(start.slice(8, 10)) },
  month: Number(start.slice(5, 7)),
  ends: { kind: 'never' },
  ...given,
});

function onParts(on: MonthDay): string[] {
  if (on.kind === 'nth') return [`BYDAY=${on.nth}${CODES[on.weekday - 1]}`];
  return [`BYMONTHDAY=${on.kind === 'last' ? -1 : on.kind === 'days' ? on.days.join(',') : on.day}`];
}

/** The rule as an RRULE (RFC 5545), without the prefix `RRULE:`. */
export function toRRule({ unit, every, weekdays, on, month, ends }: PlainRule): string {
  return [
    `FREQ=${FREQUENCIES[unit]}`,
    ...(every === 1 ? [] : [`INTERVAL=${every}`]),
    ...(unit === 'week' ? [`BYDAY=${weekdays.map((day) => CODES[day - 1]).join(',')}`] : []),
    ...(unit === 'year' ? [`BYMONTH=${month}`] : []),
    ...(unit === 'month' || unit === 'year' ? onParts(on) : []),
    ...(ends.kind === 'until' ? [`UNTIL=${ends.date.replaceAll('-', '')}`] : []),
    ...(ends.kind === 'count' ? [`COUNT=${ends.count}`] : []),
  ].join(';');
}

const KNOWN = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTH', 'BYMONTHDAY', 'UNTIL', 'COUNT', 'WKST'];

/** Null if the RRULE contains more than a plain rule can express. */
export function parseRRule(text: string, start: string): PlainRule | null {
  const pairs = text
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')
    .map((part) => part.split('=') as [string, string?]);
  const parts = new Map(pairs.map(([name, value]) => [name, value ?? '']));
  const unit = (Object.keys(FREQUENCIES) as RuleUnit[]).find((one) => FREQUENCIES[one] === parts.get('FREQ'));
  const every = Number(parts.get('INTERVAL') ?? 1);
  const ends = readEnding(parts);
  if (!unit || !ends || !Number.isInteger(every) || every < 1 || pairs.some(([name]) => !KNOWN.includes(name)) || !allowed(unit, parts))
    return null;
  const byDay = parts.get('BYDAY')?.split(',') ?? [];
  const rule = ruleFrom(start, { unit, every, ends });
  if (unit === 'day') return rule;
  if (unit === 'week') {
    const weekdays = [...new Set(byDay.map((code) => indexOfCode(code)))].sort((a, b) => a - b);
    return weekdays.includes(0) ? null : { ...rule, ...(weekdays.length > 0 ? { weekdays } : {}) };
  }
  const month = Number(parts.get('BYMONTH') ?? rule.month);
  const on = readOn(byDay, parts.get('BYMONTHDAY')) ?? (byDay.length === 0 && !parts.has('BYMONTHDAY') ? rule.on : null);
  return on && Number.isInteger(month) && month >= 1 && month <= 12 ? { ...rule, on, month } : null;
}

function allowed(unit: RuleUnit, parts: ReadonlyMap<string, string>): boolean {
  const monthly = parts.has('BYMONTHDAY');
  if (unit === 'day') return !monthly && !parts.has('BYDAY') && !parts.has('BYMONTH');
  if (unit === 'week') return !monthly && !parts.has('BYMONTH') && (parts.get('WKST') ?? 'MO') === 'MO';
  if (unit === 'month') return !parts.has('BYMONTH');
  // Without BYMONTH, the number in BYDAY counts within the year.
  return parts.has('BYMONTH') ? true : !parts.has('BYDAY') && !monthly;
}

function readOn(byDay: readonly string[], monthDay: string | undefined): MonthDay | null {
  if (byDay.length === 1 && monthDay === undefined) {
    const found = /^(-1|[1-5])([A-Z]{2})$/.exec(byDay[0] ?? '');
    const at = indexOfCode(found?.[2] ?? '');
    return found && at > 0 ? { kind: 'nth', nth: Number(found[1]), weekday: at } : null;
  }
  if (byDay.length > 0 || monthDay === undefined) return null;
  if (monthDay === '-1') return { kind: 'last' };
  const days = [...new Set(monthDay.split(',').map(Number))].sort((a, b) => a - b);
  if (!days.every((day) => Number.isInteger(day) && day >= 1 && day <= 31)) return null;
  return days.length === 1 ? { kind: 'day', day: days[0] ?? 1 } : { kind: 'days', days };
}

function readEnding(parts: ReadonlyMap<string, string>): Ending | null {
  const [until, count] = [parts.get('UNTIL'), parts.get('COUNT')];
  if (until !== undefined && count !== undefined) return null;
  if (count !== undefined) return /^[1-9]\d{0,5}$/.test(count) ? { kind: 'count', count: Number(count) } : null;
  if (until === undefined) return { kind: 'never' };
  const found = /^(\d{4})(\d\d)(\d\d)$/.exec(until);
  return found ? { kind: 'until', date: `${found[1]}-${found[2]}-${found[3]}` } : null;
}

const NTH: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', [-1]: 'last' };
export const nthWord = (nth: number): string => NTH[nth] ?? '';

/** For example '1st', '22nd', '13th'. */
export function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13;
  return `${day}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')}`;
}

const dayName = (weekday: number): string => WEEKDAYS[weekday - 1] ?? '';
function onWords(on: MonthDay): string {
  if (on.kind === 'last') return 'the last day';
  if (on.kind === 'nth') return `the ${nthWord(on.nth)} ${dayName(on.weekday)}`;
  return `the ${on.kind === 'day' ? ordinal(on.day) : listed(on.days.map(ordinal))}`;
}

function weekWords({ every, weekdays }: PlainRule): string {
  const days = weekdays.join();
  if (every > 1) return `Every ${every} weeks on ${listed(weekdays.map(dayName))}`;
  if (days === '1,2,3,4,5') return 'Every weekday, Monday to Friday';
  if (days === '6,7') return 'Every weekend, Saturday and Sunday';
  return days === '1,2,3,4,5,6,7' ? 'Every day' : `Every ${listed(weekdays.map(dayName))}`;
}

function core(rule: PlainRule): string {
  const { unit, every, on, month } = rule;
  const many = every === 1 ? unit : `${every} ${unit}s`;
  if (unit === 'week') return weekWords(rule);
  if (unit === 'day') return `Every ${many}`;
  if (unit === 'month') return `Every ${many} on ${onWords(on)}`;
  const name = MONTHS[month - 1] ?? '';
  return `Every ${many} on ${on.kind === 'day' ? `${on.day} ${name}` : `${onWords(on)} of ${name}`}`;
}

/** For example 'Every 2 weeks on Tuesday, until 24 December'. */
export function ruleWords(rule: PlainRule, today: string): string {
  const { ends } = rule;
  const end =
    ends.kind === 'until' ? `, until ${plainDate(ends.date, today)}` : ends.kind === 'count' ? `, ${plural(ends.count, 'time')}` : '';
  return core(rule) + end;
}
