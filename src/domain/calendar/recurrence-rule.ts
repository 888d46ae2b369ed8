import { localDate } from './local.ts';

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A weekday, 1 (Monday) to 7 (Sunday). `nth` counts within its month or year, from the end if negative; null: every such weekday. */
export interface RuleDay {
  readonly weekday: number;
  readonly nth: number | null;
}

/** The parts of an RFC 5545 rule that make sense over plain dates. No list contains a value twice. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  readonly months: readonly number[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RuleDay[];
  readonly positions: readonly number[];
  readonly weekStart: number;
}

export interface ReadRule {
  readonly rule: Rule;
  /** UNTIL as it was typed. */
  readonly until: string | null;
}

/** The message is a sentence for the person who typed the rule. */
export class RuleFault extends Error {
  override readonly name = 'RuleFault';
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const NAMES = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY', 'BYSETPOS', 'WKST'];
const CLOCK = ['BYHOUR', 'BYMINUTE', 'BYSECOND'];
const FREQUENCIES: readonly Frequency[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];

const fault = (sentence: string): RuleFault => new RuleFault(sentence);

/** The stored form has no `RRULE:` in front. */
export const bareRule = (text: string): string => text.trim().replace(/^RRULE:/i, '');

/** @throws RuleFault */
export function readRule(text: string): ReadRule {
  const parts = partsOf(bareRule(text));
  const list = (name: string, most: number): readonly number[] => numbers(name, parts.get(name), most);
  const rule: Rule = {
    frequency: frequencyOf(parts.get('FREQ')),
    interval: whole('INTERVAL', parts.get('INTERVAL')) ?? 1,
    count: whole('COUNT', parts.get('COUNT')),
    months: list('BYMONTH', 12),
    weeks: list('BYWEEKNO', 53),
    yearDays: list('BYYEARDAY', 366),
    monthDays: list('BYMONTHDAY', 31),
    days: daysOf(parts.get('BYDAY')),
    positions: list('BYSETPOS', 366),
    weekStart: weekdayNamed('WKST', parts.get('WKST') ?? 'MO'),
  };
  refuseUnfit(rule, parts.has('UNTIL'));
  const until = parts.get('UNTIL') ?? null;
  if (until !== null) untilDate(until, 'UTC');
  return { rule, until };
}

function partsOf(text: string): ReadonlyMap<string, string> {
  if (/[\r\n]/.test(text)) throw fault('Send one rule, without DTSTART or EXDATE.');
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [name = '', value = '', ...more] = part.split('=');
    if (CLOCK.includes(name)) throw fault(`${name} cannot be used here: the due time says when.`);
    if (!NAMES.includes(name)) throw fault(/^[A-Z-]{1,20}$/.test(name) ? `${name} cannot be used here.` : 'This is no recurrence rule.');
    if (value === '' || more.length > 0) throw fault(`${name} needs a value.`);
    if (parts.has(name)) throw fault(`${name} stands here twice.`);
    parts.set(name, value);
  }
  return parts;
}

function frequencyOf(value: string | undefined): Frequency {
  if (value === undefined) throw fault('FREQ is missing: DAILY, WEEKLY, MONTHLY or YEARLY.');
  const found = FREQUENCIES.find((frequency) => frequency === value);
  if (found === undefined) throw fault('A routine comes daily or less often: FREQ is DAILY, WEEKLY, MONTHLY or YEARLY.');
  return found;
}

function whole(name: string, value: string | undefined): number | null {
  if (value === undefined) return null;
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1) throw fault(`${name} is a whole number from 1.`);
  return Number(value);
}

function numbers(name: string, value: string | undefined, most: number): readonly number[] {
  if (value === undefined) return [];
  const all = value.split(',').map((one) => {
    const number = Number(one);
    const fits = /^[+-]?\d{1,3}$/.test(one) && number !== 0 && Math.abs(number) <= most && (name !== 'BYMONTH' || number > 0);
    if (!fits) throw fault(`${name} holds whole numbers from 1 to ${most}${name === 'BYMONTH' ? '' : ', or as many from the end'}.`);
    return number;
  });
  // '1', '+1' and '01' are the same number.
  return [...new Set(all)];
}

function weekdayNamed(name: string, value: string): number {
  const index = WEEKDAYS.indexOf(value);
  if (index < 0) throw fault(`${name} names weekdays: MO, TU, WE, TH, FR, SA, SU.`);
  return index + 1;
}

function daysOf(value: string | undefined): readonly RuleDay[] {
  if (value === undefined) return [];
  const all = value.split(',').map((one): RuleDay => {
    const [, nth = '', day = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(one) ?? [];
    const number = nth === '' ? null : Number(nth);
    if (number !== null && (number === 0 || Math.abs(number) > 53)) throw fault('BYDAY counts weekdays from 1 to 53, or from the end.');
    return { weekday: weekdayNamed('BYDAY', day), nth: number };
  });
  return [...new Map(all.map((day) => [`${day.nth} ${day.weekday}`, day])).values()];
}

/** @throws RuleFault if the rule combines parts that RFC 5545 does not allow together */
function refuseUnfit(rule: Rule, hasUntil: boolean): void {
  const { frequency, days, weeks, yearDays, monthDays, months, positions, count } = rule;
  if (count !== null && hasUntil) throw fault('Give COUNT or UNTIL, not both.');
  if (weeks.length > 0 && frequency !== 'YEARLY') throw fault('BYWEEKNO goes with FREQ=YEARLY only.');
  if (yearDays.length > 0 && frequency !== 'YEARLY') throw fault('BYYEARDAY goes with FREQ=YEARLY only.');
  if (monthDays.length > 0 && frequency === 'WEEKLY') throw fault('BYMONTHDAY does not go with FREQ=WEEKLY.');
  const counted = days.some(({ nth }) => nth !== null);
  if (counted && frequency !== 'MONTHLY' && frequency !== 'YEARLY') throw fault('A counted weekday goes with FREQ=MONTHLY or FREQ=YEARLY.');
  if (counted && weeks.length > 0) throw fault('A counted weekday does not go with BYWEEKNO.');
  const others = [days, weeks, yearDays, monthDays, months].some((list) => list.length > 0);
  if (positions.length > 0 && !others) throw fault('BYSETPOS needs another BY part to choose from.');
}

const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z)?)?$/;

/**
 * The last local date that UNTIL allows. An UNTIL with an instant is converted to the zone.
 * @throws RuleFault
 */
export function untilDate(until: string, zone: string): string {
  const [, year, month, day, hour, minute, second, utc] = UNTIL.exec(until) ?? [];
  const date = `${year}-${month}-${day}`;
  try {
    Temporal.PlainDate.from(date, { overflow: 'reject' });
  } catch {
    throw fault('UNTIL is a date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.');
  }
  if (utc === undefined) return date;
  const local = localDate(`${date}T${hour}:${minute}:${second}Z`, zone);
  // East of UTC the last hours of the year 9999 belong to the year 10000, which has five digits and cannot be stored as a date.
  return local.length > date.length && year === '9999' ? date : local;
}
