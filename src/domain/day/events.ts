import { z } from 'zod';
import { fullDate, pluralWord } from '../../contracts/words/format.ts';
import { ALERT_EVENTS } from '../kernel/alert.ts';
import { CLOSING_COUNTERS } from '../kernel/day-counters.ts';
import { count, type Described, defineEvent, defineStream, type EventOf, localDate, zone } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const streakFigures = z.strictObject({ current: count, longest: count, freezes: count });
export type StreakFigures = Described<typeof streakFigures>;

/** `at` of this event is the end of the local day. */
export const DayClosed = defineEvent({
  type: 'DayClosed',
  startsStream: true,
  publicName: 'day.closed',
  label: 'Day closed',
  meaning: 'A local day on which something was planned is over, and the streak is decided; once for each day, by the system.',
  since: '0.1.0',
  history: 'streaks',
  data: z.strictObject({
    date: localDate.describe('The day.'),
    zone: zone.describe('The zone in which it was closed.'),
    counts: z.record(z.enum(CLOSING_COUNTERS), count).describe('What the day counts, as it stood when it closed.'),
    streak: streakFigures.describe("The owner's streak once this day is counted."),
    before: streakFigures.describe('The streak without this day.'),
    frozen: z.boolean().describe("A freeze covered the day's miss."),
  }),
  example: {
    data: {
      date: '2026-11-27',
      zone: 'Europe/Berlin',
      counts: { kept: 2, missed: 0, skipped: 1, open: 0, postponed: 0, taken_back: 0, late: 0 },
      streak: { current: 5, longest: 12, freezes: 1 },
      before: { current: 4, longest: 12, freezes: 1 },
      frozen: false,
    },
  },
  detail: ({ data: { date, counts, streak, frozen } }) => {
    const parts = (['kept', 'missed', 'skipped', 'open'] as const)
      .filter((name) => counts[name] > 0)
      .map((name) => `${counts[name]} ${name}`);
    const length = `Streak: ${streak.current} ${pluralWord(streak.current, 'day')}`;
    return `${fullDate(date)}: ${parts.join(', ') || 'nothing planned'}. ${length}${frozen ? ', kept by a freeze' : ''}.`;
  },
  changes: ({ before, streak }) => ({ before, after: streak }),
});
export type DayClosed = EventOf<typeof DayClosed>;

export const DAY_CHANGES = [DayClosed] as const;

export const DAY_EVENTS = [...DAY_CHANGES, ...ALERT_EVENTS] as const;
export type DayEvent = EventOf<(typeof DAY_EVENTS)[number]>;
export type RecordedDayEvent = RecordedOf<DayEvent>;
const streams = defineStream('day');
export const dayStream = (userId: string, date: string): string => streams(`${userId}-${date}`);
/** The local date of the day whose stream this is. */
export const dateOfDay = (stream: string): string => streams.requireId(stream).slice(-'YYYY-MM-DD'.length);
