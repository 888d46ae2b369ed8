import type { Verification } from '../../contracts/proof.ts';
import { clockTime, countWord, number, pluralWord, shortMoment } from '../../contracts/words/format.ts';
import { localDate, localMoment } from '../../domain/calendar/local.ts';

const TYPES: Readonly<Record<Verification['type'], string>> = {
  none: 'Without proof',
  email: 'Email',
  coding: 'Coding',
  system_design: 'System design',
  general: 'General',
};
/** The kind of a task's proof, as the first word of a line. */
export const typeWords = (type: Verification['type']): string => TYPES[type];

/** 'today 12:04' in the zone, or 'Thu 19 Nov, 12:04' on another day than that of `now`. */
export function momentWords(instant: string, zone: string, now: string): string {
  const [at, today] = [localMoment(instant, zone), localDate(now, zone)];
  return at.date === today ? `today ${clockTime(at.time)}` : shortMoment(at, today);
}

/** 'One thing waits for you', 'Two things wait for you'. */
export const waitWords = (count: number): string =>
  `${count < 10 ? countWord(count) : number(count)} ${pluralWord(count, 'thing waits', 'things wait')} for you`;
