import { listed, MONTHS, plainDate, plural, WEEKDAYS } from '../lib/words.ts';
import type { MonthDay, PlainRule } from './rule.ts';

const NTH: Readonly<Record<number, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', 5: 'fifth', [-1]: 'last' };
export const nthWord = (nth: number): string => NTH[nth] ?? '';

/** An ordinal number: '1st', '22nd', '13th'. */
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

/** A rule in words: 'Every 2 weeks on Tuesday, until 24 December'. */
export function ruleWords(rule: PlainRule, today: string): string {
  const { ends } = rule;
  const end =
    ends.kind === 'until' ? `, until ${plainDate(ends.date, today)}` : ends.kind === 'count' ? `, ${plural(ends.count, 'time')}` : '';
  return core(rule) + end;
}
