import { addDays, daysBetween } from '../../src/contracts/words/phrases/days.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { dueInstant, mondayOf } from '../lib/calendar.ts';

/** The owner's clock, or where it stood at the instant as of which a report is shown. */
export interface ReportClock extends OwnerClock {
  /** Null: the clock runs, and reports show what is known now. */
  readonly asOf: string | null;
}

const MINUTES_OF_DAY = 24 * 60;

/** The clock at the end of a past local date; null: the present one. */
export function clockAsOf(clock: OwnerClock, date: string | null): ReportClock {
  if (date === null) return { ...clock, asOf: null };
  const asOf = dueInstant(date, null, clock.zone);
  return { zone: clock.zone, now: Date.parse(asOf), today: date, time: '23:59', minutes: MINUTES_OF_DAY - 1, asOf };
}

/** Whether the week that ends on this Sunday is still going on. At the end of that Sunday, of a report as it was known, it is over. */
export const isRunning = (sunday: string, { today, asOf }: Pick<ReportClock, 'today' | 'asOf'>): boolean =>
  today < sunday || (today === sunday && asOf === null);

/** The Sundays that have ended since the account was made on `since`, oldest first: the ends of its weeks. */
export function weekEnds(since: string, today: string): readonly string[] {
  const first = addDays(mondayOf(since), 6);
  const count = Math.max(0, Math.ceil(daysBetween(first, today) / 7));
  return Array.from({ length: count }, (_, week) => addDays(first, 7 * week));
}
