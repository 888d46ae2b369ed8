import type { StreakFigures } from '../domain/day/events.ts';
import type { Day } from './days.ts';

export type Today = 'kept' | 'open' | 'missed' | 'none';

/** The owner's streak at the end of one day. */
export interface StreakDay extends StreakFigures {
  readonly date: string;
  /** A freeze covered this day's miss. */
  readonly frozen: boolean;
}

export interface Streak extends StreakFigures {
  readonly today: Today;
  /** One entry for each day given up to today, in order. */
  readonly days: readonly StreakDay[];
}

export interface StreakUntil {
  /** The owner's local date. */
  readonly today: string;
  /** The last local date that was closed, or null; earlier dates than today count as closed too. */
  readonly closedThrough: string | null;
}

export type StreakOver = (days: readonly Pick<Day, 'date' | 'counts'>[], until: StreakUntil) => Streak;
export type StreakAt = (streak: Streak, date: string) => StreakFigures;
