import { z } from 'zod';

/** The latest instant that the development clock can show. */
export const LATEST = '2100-12-31T23:59:59.999Z';
export const TOO_FAR = 'The clock goes to the end of the year 2100.';
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const WHICH = 'Give either to (an instant such as 2026-11-20T16:00:00Z) or advance (a duration such as P1D).';

/** The result of `parse`; null if it throws. */
export const parsed = <T>(parse: () => T): T | null => {
  try {
    return parse();
  } catch {
    return null;
  }
};
/** The instant as the API writes it, with milliseconds. */
export const spelled = (instant: Temporal.Instant): string => instant.toString({ smallestUnit: 'millisecond' });
const durationOf = (text: string): Temporal.Duration | null => parsed(() => Temporal.Duration.from(text));
const instantOf = (text: string): Temporal.Instant | null => (INSTANT.test(text) ? parsed(() => Temporal.Instant.from(text)) : null);

/** The instant to which the development clock is to be moved. */
export const clockMove = z
  .strictObject({
    to: z
      .string({ error: 'An instant in UTC, such as 2026-11-20T16:00:00Z.' })
      .refine((text) => instantOf(text) !== null, { error: 'An instant in UTC, such as 2026-11-20T16:00:00Z.' })
      .refine((text) => instantOf(text) === null || spelled(Temporal.Instant.from(text)) <= LATEST, { error: TOO_FAR })
      .optional(),
    advance: z
      .string({ error: 'An ISO 8601 duration such as P1D or PT90M.' })
      .refine((text) => (durationOf(text)?.sign ?? -1) >= 0, {
        error: 'An ISO 8601 duration such as P1D or PT90M, and not a negative one.',
      })
      .optional(),
  })
  .refine((body) => (body.to === undefined) !== (body.advance === undefined), { error: WHICH, path: ['to'] });
export type ClockMove = z.output<typeof clockMove>;

export const shownClock = z.object({ now: z.string() });
