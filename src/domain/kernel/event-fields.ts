import { z } from 'zod';
import type { Sealed } from './sealed.ts';

// Schemas of the fields that events of several aggregates have. They describe what is stored; what a client may send is
// checked by the wire's own schemas.

/** An id of the program's own. Which characters it may have is nobody's business. */
export const id = z.string().min(1);
/** An instant, RFC 3339 in UTC with milliseconds. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** A date of the owner's calendar, `YYYY-MM-DD`. */
export const localDate = z.string().regex(/^\d{4}-\d\d-\d\d$/);
/** A time of the owner's day, `HH:MM`. */
export const localTime = z.string().regex(/^\d\d:\d\d$/);
/** A time zone by its IANA name. */
export const zone = z.string().min(1);
/** A personal text that an earlier event sealed: the string names that event. */
export const sealed = z.string().startsWith('v1.') as unknown as z.ZodType<Sealed>;
export const count = z.int();
