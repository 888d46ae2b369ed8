import { z } from 'zod';

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

function isDate(value: string): boolean {
  if (!DATE.test(value) || value > '2100-12-31' || value < '1900-01-01') return false;
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** How the API document describes dates. A pattern cannot say that 30 February does not exist, but the format can. */
const AS_DATE = { format: 'date', pattern: '^(19\\d\\d|20\\d\\d|2100)-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' } as const;

/** A date that exists, `YYYY-MM-DD`, from 1900-01-01 to 2100-12-31. */
export const localDate = z
  .string({ error: 'A date as YYYY-MM-DD.' })
  .refine(isDate, { error: 'A date as YYYY-MM-DD, to 2100-12-31.' })
  .meta(AS_DATE);

/** A date in an answer, `YYYY-MM-DD`. */
export const givenDate = z.string().meta({ format: 'date' });

/** A time of day, `HH:MM` from 00:00 to 23:59, in the owner's zone. */
export const localTime = z.string({ error: 'A time as HH:MM.' }).regex(TIME, { error: 'A time as HH:MM.' });

/** A time of day in an answer, `HH:MM`. */
export const givenTime = z.string().meta({ pattern: TIME.source });

/** An instant in an answer, RFC 3339 in UTC, to the millisecond. */
export const instant = z.string().meta({ format: 'date-time', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$' });

const INSTANT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;
const NO_INSTANT = { error: 'An instant in UTC, such as 2027-01-31T12:00:00Z, to 2100-12-31.' };

/** An instant that a client sends, RFC 3339 in UTC, from 1900 to 2100. It is passed on with milliseconds. */
export const givenInstant = z
  .string(NO_INSTANT)
  .refine((value) => INSTANT.test(value) && isDate(value.slice(0, 10)), NO_INSTANT)
  .transform((value) => new Date(value).toISOString())
  .meta({ format: 'date-time', pattern: INSTANT.source });

const WITH_OFFSET = new RegExp(INSTANT.source.replace(/Z\$$/, '(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$'));
const NO_TIME = { error: 'An instant with its offset, such as 2027-01-31T12:00:00Z or 2027-01-31T13:00:00+01:00, to 2100-12-31.' };

/** An instant that a client sends in any offset, RFC 3339, from 1900 to 2100. It is passed on in UTC with milliseconds. */
export const anyInstant = z
  .string(NO_TIME)
  .refine((value) => WITH_OFFSET.test(value) && isDate(value.slice(0, 10)), NO_TIME)
  .transform((value) => new Date(value).toISOString())
  .meta({ format: 'date-time', pattern: WITH_OFFSET.source });

/** A named IANA time zone. An offset such as `+01:00` is refused. */
export const zone = z
  .string({ error: 'Timezone is required.' })
  .min(1, { error: 'Timezone is required.' })
  .max(64, { error: 'Not a known time zone.' })
  .refine(isZone, { error: 'Not a known time zone. Use a name such as Europe/Berlin.' })
  .meta({
    description: 'The name of a time zone (IANA), such as Europe/Berlin.',
    pattern: '^[A-Za-z][A-Za-z0-9._+-]*(/[A-Za-z0-9._+-]+)*$',
  });

function isZone(value: string): boolean {
  if (!/^[A-Za-z]/.test(value)) return value === '';
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
