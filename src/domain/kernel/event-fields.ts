import { z } from 'zod';
import type { Sealed } from './sealed.ts';

// Schemas of fields that events of several aggregates have. They describe what is stored; what a client may send is
// checked by the wire's own schemas.

/** An id of the program's own. */
export const id = z.string().min(1).describe('An id.');
/** RFC 3339 in UTC with milliseconds. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .describe('An instant.');
/** A date of the owner's calendar, `YYYY-MM-DD`. */
export const localDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .describe('A local date.');
/** A time of the owner's day, `HH:MM`. */
export const localTime = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .describe('A local time.');
/** A time zone by its IANA name. */
export const zone = z.string().min(1).describe('A time zone by its IANA name.');
/** A personal text that an event sealed; the string names the event. */
export const sealed = (z.string().startsWith('v1.') as unknown as z.ZodType<Sealed>).describe('A sealed text; the string names its event.');
export const count = z.int().describe('A whole number.');
