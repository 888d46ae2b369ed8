import type { AlertEvent } from '../kernel/alert.ts';
import type { RecordedOf } from '../kernel/event.ts';
import type { Counted } from '../kernel/tally.ts';

export interface StreakFigures {
  readonly current: number;
  readonly longest: number;
  readonly freezes: number;
}

/** Once for each (owner, local date) on which something was planned; `at` is the end of that local day. */
export type DayClosed = {
  readonly type: 'DayClosed';
  readonly data: {
    readonly date: string;
    readonly zone: string;
    readonly counts: Readonly<Record<Counted, number>>;
    /** The owner's streak once this day is counted. */
    readonly streak: StreakFigures;
    readonly before: StreakFigures;
    /** A freeze covered the day's miss. */
    readonly frozen: boolean;
  };
};
export type DayEvent = DayClosed | AlertEvent;
export type RecordedDayEvent = RecordedOf<DayEvent>;
export const dayStream = (userId: string, date: string): string => `day-${userId}-${date}`;
