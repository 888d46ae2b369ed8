import { addDays, dueInstant, localMoment } from '../calendar/local.ts';
import type { ChannelSettings } from './settings-events.ts';

type QuietHours = Pick<ChannelSettings, 'quiet_from' | 'quiet_to'>;

/** The faults of quiet hours, by the names of the settings: both times are set, and not alike, or neither is. */
export function quietFaults({ quiet_from, quiet_to }: QuietHours): Readonly<Record<string, readonly string[]>> {
  if ((quiet_from === null) !== (quiet_to === null))
    return { [quiet_from === null ? 'quiet_from' : 'quiet_to']: ['Give both times, or neither.'] };
  return quiet_from !== null && quiet_from === quiet_to ? { quiet_to: ['This must be another time than the beginning.'] } : {};
}

/** The instant at which the present quiet hours end; null: it is not quiet at `now`. The quiet hours may go past midnight. */
export function quietUntil({ quiet_from: from, quiet_to: to }: QuietHours, now: string, zone: string): string | null {
  if (from === null || to === null) return null;
  const { date, time } = localMoment(now, zone);
  const isOvernight = from > to;
  const isQuiet = isOvernight ? time >= from || time < to : from <= time && time < to;
  if (!isQuiet) return null;
  const until = dueInstant(isOvernight && time >= from ? addDays(date, 1) : date, to, zone);
  // Clocks that are put back show the end twice. The first one counts.
  return until > now ? until : null;
}
