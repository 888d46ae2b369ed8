import { addDays, comingWeekday, monthsLater } from '../../src/contracts/words/phrases/days.ts';
import type { PlainRule } from '../recurrence/rule.ts';
import { type Ending, ruleFrom } from '../recurrence/rule.ts';
import { nextDates } from '../recurrence/rule-dates.ts';
import type { Chosen } from './chosen.ts';

export interface ParsedRoutine {
  readonly rule: PlainRule;
  readonly startDate: string;
  /** The first date on which it is due, or null when the rule gives none. */
  readonly firstDate: string | null;
}

interface Now {
  readonly today: string;
  /** `HH:MM` */
  readonly time: string;
}

/** The routine that a line describes. `start` is the date that was set by hand. */
export function routineOf({ repeat, date, time, end }: Chosen, start: string | null, now: Now): ParsedRoutine | null {
  if (repeat === null) return null;
  const { first, repeat: parts } = repeat.meaning;
  const startDate = start ?? date?.meaning.date ?? first ?? beginning(parts.weekdays, time, now);
  const endless = ruleFrom(startDate, parts);
  const firstDate = nextDates(endless, startDate, startDate, 1)[0] ?? null;
  const rule = { ...endless, ends: endingOf(end, firstDate ?? startDate) };
  return { rule, startDate, firstDate: nextDates(rule, startDate, startDate, 1)[0] ?? null };
}

/** Today, or the next day that is possible where its time has passed today. */
function beginning(weekdays: readonly number[] | undefined, time: string | null, now: Now): string {
  if (time === null || time > now.time) return now.today;
  return weekdays?.map((day) => comingWeekday(now.today, day)).sort()[0] ?? addDays(now.today, 1);
}

function endingOf(end: Chosen['end'], first: string): Ending {
  if (end === null) return { kind: 'never' };
  if (end.meaning.kind === 'until') return { kind: 'until', date: end.meaning.date };
  if (end.meaning.kind === 'from') return end.meaning.until === null ? { kind: 'never' } : { kind: 'until', date: end.meaning.until };
  const { limit } = end.meaning;
  if ('times' in limit) return { kind: 'count', count: limit.times };
  const { days, months } = limit.span;
  return { kind: 'until', date: addDays(months > 0 ? monthsLater(first, months) : addDays(first, days), -1) };
}
