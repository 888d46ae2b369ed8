import { countWord, dayMonth, listed, number, plural, weekdayName } from '../../src/contracts/words/format.ts';
import { daysBetween } from '../../src/contracts/words/phrases/days.ts';
import type { OverallReport } from '../api/reports.ts';

export type ReportDay = Pick<OverallReport['days'][number], 'date' | 'counts' | 'frozen'>;

export type DayLook = 'kept' | 'freeze' | 'missed' | 'open' | 'none';

/** Undefined: nothing was planned on that day. */
export function lookOf(day: ReportDay | undefined): DayLook {
  if (!day) return 'none';
  if (day.frozen) return 'freeze';
  if (day.counts.missed > 0) return 'missed';
  if (day.counts.open > 0) return 'open';
  return day.counts.kept > 0 ? 'kept' : 'none';
}

/** The first day that is over and has a miss that no freeze covers. */
export const brokenDay = (days: readonly ReportDay[], today: string): string | null =>
  days.find(({ date, counts, frozen }) => date < today && counts.missed > 0 && !frozen)?.date ?? null;

interface Figures {
  readonly current: number;
  readonly freezes: number;
  readonly today: string;
  /** The length of the streak before the first day that it did not survive. */
  readonly before: number;
}

/** 'Tuesday' within the last week, otherwise '24 Nov'. */
const dayName = (date: string, today: string): string => (daysBetween(date, today) < 7 ? weekdayName(date) : dayMonth(date, today));

const MOST_NAMED = 4;

/** What freezes did on these days, and how the streak goes on. */
export function freezeWords(days: readonly ReportDay[], { current, freezes, today, before }: Figures): string[] {
  const covered = days.filter(({ frozen }) => frozen).map(({ date }) => dayName(date, today));
  const broken = brokenDay(days, today);
  const named = covered.length > MOST_NAMED ? plural(covered.length, 'day') : listed(covered);
  const parts = [
    ...(covered.length > 0 ? [`${countWord(covered.length)} ${covered.length === 1 ? 'freeze' : 'freezes'} covered ${named}.`] : []),
    ...(broken !== null && before > 0
      ? [
          `${covered.length > 0 ? 'None was left' : 'No freeze was held'} on ${dayName(broken, today)}, so the streak of ${number(before)} ended there.`,
        ]
      : []),
  ];
  const held = freezes > 0 ? `${plural(freezes, 'freeze')} ${freezes === 1 ? 'is' : 'are'} held. ` : '';
  const on =
    current === 0
      ? `${held}It starts again with the first day that you keep. Seven days in a row earn a new freeze.`
      : `${held}It goes on with the next day that you keep. Every seven days in a row earn a freeze, and two can be held.`;
  return [...(parts.length > 0 ? [parts.join(' ')] : []), on];
}
