import type { Verification } from '../../contracts/proof.ts';
import { clockTime, shortDate, zoned } from '../../reports/model/dates.ts';

const TYPES: Readonly<Record<Verification['type'], string>> = {
  none: 'Without proof',
  email: 'Email',
  coding: 'Coding',
  system_design: 'System design',
  general: 'General',
};
/** The kind of a task's proof, as the first word of a line. */
export const typeWords = (type: Verification['type']): string => TYPES[type];

/** 'today 12:04' in the zone, or 'Thu 19 Nov, 12:04' where that is not the day of `now`. */
export function momentWords(instant: string, zone: string, now: string): string {
  const [at, today] = [zoned(instant, zone), zoned(now, zone)];
  const date = at.toPlainDate();
  return date.equals(today.toPlainDate()) ? `today ${clockTime(at)}` : `${shortDate(date, today.year)}, ${clockTime(at)}`;
}

const SMALL = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'] as const;
/** 'One thing waits for you', 'Two things wait for you'. */
export const waitWords = (count: number): string =>
  count === 1 ? 'One thing waits for you' : `${SMALL[count] ?? count} things wait for you`;
