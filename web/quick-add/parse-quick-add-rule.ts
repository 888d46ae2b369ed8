import { addDays, daysBetween, weekday } from '../lib/calendar.ts';
import { MONTHS, WEEKDAYS } from '../lib/words.ts';
import { type Ending, type MonthDay, type PlainRule, ruleFrom } from '../recurrence/rule.ts';
import { DAY, DAY_SHORT, END, type Found, MONTH, type TextContext, WRITTEN, writtenDate } from './parse-quick-add-date.ts';

/** A recurrence rule, and the date from which it counts when no other is given. */
export interface Repeat {
  readonly rule: (start: string) => PlainRule;
  /** The first date that the text itself names, or null. */
  readonly first: string | null;
}

const NAME = `(?:${DAY}|${DAY_SHORT})s?`;
const LIST = `${NAME}(?:(?:, ?(?:and )?| and | & )${NAME})*`;
const NTH = 'first|second|third|fourth|last|1st|2nd|3rd|4th';
const OF_MONTH = '(?: of (?:the |every |each )?month| every month)?';
const FIGURE = String.raw`(?:[12]\d|3[01]|0?[1-9])`;
/** A number without an ending ('15') needs 'on' or 'day' before it, and no month after it. */
const ON = `(?:on )?(?:the )?(?:(?:${NTH}) (?:${NAME}|day)|${FIGURE}(?:st|nd|rd|th)(?! (?:of )?(?:${MONTH})))|(?:on (?:the )?(?:day )?|day )${FIGURE}(?! (?:of )?(?:${MONTH}))`;
const UNITS = 'days?|weeks?|months?|years?|weekdays?|weekends?|workdays?|working days?';
const TAIL = String.raw`(?:(?:,? until ${WRITTEN})|(?:,? (?:for )?\d{1,4} times))?`;

const EVERY = new RegExp(
  String.raw`^every (?:(other |\d{1,3}(?:st|nd|rd|th)? |two |three |four )?(${UNITS})(?: (?:on )?(${LIST})| (${ON})| on (${WRITTEN}))?|(${LIST})|((?:${NTH}) (?:${NAME}|day))${OF_MONTH}|((?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th))${OF_MONTH}|((?:${MONTH}) \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? (?:${MONTH})))(${TAIL})${END}`,
  'i',
);

const COUNTS: Readonly<Record<string, number>> = { other: 2, two: 2, three: 3, four: 4 };
const NTHS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  last: -1,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
  '4th': 4,
};

const dayOf = (name: string): number =>
  WEEKDAYS.findIndex((day) => day.toLowerCase().startsWith(name.toLowerCase().replace(/s$/, '').slice(0, 3))) + 1;
const daysIn = (list: string): number[] =>
  [...new Set((list.match(new RegExp(`\\b${NAME}\\b`, 'gi')) ?? []).map(dayOf))].sort((a, b) => a - b);

function monthDay(text: string): MonthDay | null {
  const cleanedText = text.toLowerCase().replace(/^on /, '').replace(/^the /, '');
  const [head = '', tail = ''] = cleanedText.split(' ');
  const nth = NTHS[head];
  if (nth !== undefined && tail === 'day') return nth === -1 ? { kind: 'last' } : { kind: 'day', day: nth };
  if (nth !== undefined && tail !== '') return { kind: 'nth', nth, weekday: dayOf(tail) };
  const day = Number.parseInt(cleanedText.replace(/^day /, ''), 10);
  return day >= 1 && day <= 31 ? { kind: 'day', day } : null;
}

function ending(text: string, today: string): Ending | null {
  const cleanedText = text.trim().replace(/^,? ?/, '');
  if (cleanedText === '') return { kind: 'never' };
  const times = /(\d+) times$/i.exec(cleanedText);
  if (times) return Number(times[1]) >= 1 ? { kind: 'count', count: Number(times[1]) } : null;
  const date = writtenDate(cleanedText.replace(/^until /i, ''), today);
  return date === null ? null : { kind: 'until', date };
}

type Parts = Partial<PlainRule> & Pick<PlainRule, 'unit'>;

/** A day of the year ('24 dec') as parts of a rule, with the next date on which it falls. */
function yearly(text: string, today: string): { readonly parts: Parts; readonly first: string } | null {
  const name = new RegExp(MONTH, 'i').exec(text)?.[0].toLowerCase().slice(0, 3) ?? '';
  const month = MONTHS.findIndex((one) => one.toLowerCase().startsWith(name)) + 1;
  const day = Number(/\d{1,2}/.exec(text)?.[0]);
  const first = writtenDate(`${day} ${name}`, today);
  return month === 0 || first === null ? null : { parts: { unit: 'year', month, on: { kind: 'day', day } }, first };
}

const WORKDAYS = [1, 2, 3, 4, 5];

function unitParts(amount: string, unit: string): Parts | null {
  const cleanedText = amount.trim().toLowerCase();
  const every = cleanedText === '' ? 1 : (COUNTS[cleanedText] ?? Number.parseInt(cleanedText, 10));
  if (!(every >= 1)) return null;
  const name = unit.toLowerCase().replace(/s$/, '');
  if (/^(?:weekday|workday|working day)$/.test(name)) return every === 1 ? { unit: 'week', weekdays: WORKDAYS } : null;
  if (name === 'weekend') return every === 1 ? { unit: 'week', weekdays: [6, 7] } : null;
  return { unit: name as PlainRule['unit'], every };
}

/**
 * Reads a rule at the start of the text: 'every weekday', 'every 2 weeks on tue', 'every last day of the month', 'every 24 dec
 * until 2030-01-01'. Null when there is none.
 */
export function findRule(rest: string, { today }: TextContext): Found<Repeat> | null {
  const found = EVERY.exec(rest);
  if (!found) return null;
  const [all, amount = '', unit, unitDays, unitOn, unitDate, days, nth, figure, date, tail = ''] = found;
  const ends = ending(tail, today);
  const year = date ?? (unitDate && /^years?$/i.test(unit ?? '') ? unitDate : undefined);
  const written = year === undefined ? null : yearly(year, today);
  let parts: Parts | null = null;
  if (written) parts = { ...written.parts, ...(unit ? unitParts(amount, unit) : {}) };
  else if (unit && unitDate === undefined) parts = withDays(unitParts(amount, unit), unitDays, unitOn);
  else if (days) parts = { unit: 'week', weekdays: daysIn(days) };
  else if (nth ?? figure) parts = withDays({ unit: 'month' }, undefined, nth ?? figure);
  if (!parts || !ends) return null;
  const whole: Parts = { ...parts, ends };
  return { length: all.length, value: { rule: (start) => ruleFrom(start, whole), first: written?.first ?? firstDay(whole, today) } };
}

function withDays(parts: Parts | null, days: string | undefined, on: string | undefined): Parts | null {
  if (!parts) return null;
  if (days !== undefined) return parts.unit === 'week' && parts.weekdays === undefined ? { ...parts, weekdays: daysIn(days) } : null;
  if (on === undefined) return parts;
  const day = monthDay(on);
  return day && parts.unit === 'month' ? { ...parts, on: day } : null;
}

/** The next date on one of a rule's weekdays, when it is not today. A rule such as 'every second week' counts from it. */
function firstDay(parts: Parts, today: string): string | null {
  if (parts.unit !== 'week' || !parts.weekdays) return null;
  const wanted = parts.weekdays;
  const ahead = Array.from({ length: 7 }, (_, index) => addDays(today, index)).find((date) => wanted.includes(weekday(date)));
  return ahead !== undefined && daysBetween(today, ahead) > 0 ? ahead : null;
}
