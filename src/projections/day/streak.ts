import type { StreakFigures } from '../../domain/day/events.ts';
import type { Day } from './days.ts';

export type Today = 'kept' | 'open' | 'missed' | 'none';

export interface StreakDay extends StreakFigures {
  readonly date: string;
  readonly frozen: boolean;
}

export interface Streak extends StreakFigures {
  readonly today: Today;
  /** One entry for each given day up to today, in order. */
  readonly days: readonly StreakDay[];
}

export interface StreakUntil {
  /** The owner's local date. */
  readonly today: string;
  /** The last local date that was closed, or null; dates before today count as closed too. */
  readonly closedThrough: string | null;
}

export type CountedDay = Pick<Day, 'date' | 'counts'>;

const NOTHING: StreakFigures = { current: 0, longest: 0, freezes: 0 };
const DAYS_FOR_A_FREEZE = 7;
const FREEZES_HELD = 2;

/** The owner's streak over the given days, in order of date. Days without tasks may be left out. */
export function streakOver(days: readonly CountedDay[], { today, closedThrough }: StreakUntil): Streak {
  const out: StreakDay[] = [];
  let figures = NOTHING;
  let now: Today = 'none';
  for (const day of days) {
    if (day.date > today) break;
    const closed = day.date < today || (closedThrough !== null && day.date <= closedThrough);
    const verdict = verdictOf(day);
    const next = step(figures, verdict, closed);
    out.push({ date: day.date, ...next, frozen: next.freezes < figures.freezes });
    figures = next;
    if (day.date === today) now = verdict;
  }
  return { ...figures, today: now, days: out };
}

export function streakAt(streak: Pick<Streak, 'days'>, date: string): StreakFigures {
  const day = streak.days.findLast((one) => one.date <= date);
  return day ? { current: day.current, longest: day.longest, freezes: day.freezes } : NOTHING;
}

function verdictOf({ counts }: CountedDay): Today {
  if (counts.missed > 0) return 'missed';
  if (counts.open > 0) return 'open';
  return counts.kept > 0 ? 'kept' : 'none';
}

/** A task that is open on a past day waits for its proof. It changes nothing, like a day on which nothing was kept or missed. */
function step(figures: StreakFigures, verdict: Today, closed: boolean): StreakFigures {
  if (verdict === 'kept') return add(figures, closed);
  if (verdict !== 'missed' || !closed) return figures;
  return figures.freezes > 0 ? { ...figures, freezes: figures.freezes - 1 } : { ...figures, current: 0 };
}

/** A day counts as soon as it is kept. A freeze that it earns is added when the day closes. */
function add({ current, longest, freezes }: StreakFigures, closed: boolean): StreakFigures {
  const next = current + 1;
  const earned = closed && next % DAYS_FOR_A_FREEZE === 0 && freezes < FREEZES_HELD;
  return { current: next, longest: Math.max(longest, next), freezes: freezes + (earned ? 1 : 0) };
}
