import { fullMoment, shortMoment } from '../../contracts/words/format.ts';
import { localMoment } from '../../domain/calendar/local.ts';

export type Day = Temporal.PlainDate;
/**
 * The day of a local date such as '2026-11-19'.
 * @throws RangeError if the text is not a date
 */
export const day = (date: string): Day => Temporal.PlainDate.from(date);

/** 'Thu 19 Nov, 14:12' in the zone, with the year if it is not that of `today` (a local date, or a year). */
export const shortInstant = (instant: string, zone: string, today: string): string => shortMoment(localMoment(instant, zone), today);

/** 'Monday 16 November 2026, 08:00 (UTC+01:00)'. */
export const fullInstant = (instant: string, zone: string): string =>
  `${fullMoment(localMoment(instant, zone))} (UTC${Temporal.Instant.from(instant).toZonedDateTimeISO(zone).offset})`;
