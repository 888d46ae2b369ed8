import { z } from 'zod';
import { editTaskBody, newTaskBody, PRIORITIES, VERIFICATION_TYPES } from './task.ts';
import { givenDate, givenTime, instant, localDate, localTime } from './time.ts';

const ROUTINE_MODES = ['due', 'completion'] as const;

export const recurringTask = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  rrule: z.string(),
  start_date: givenDate,
  due_time: givenTime.nullable(),
  mode: z.enum(ROUTINE_MODES),
  verification_type: z.enum(VERIFICATION_TYPES),
  proof_requirement: z.string().nullable(),
  priority: z.enum(PRIORITIES),
  tags: z.array(z.string()),
  estimate_minutes: z.number().int().nullable(),
  paused: z.boolean(),
  /** The next five local dates, earliest first; fewer if the rule ends before. */
  next_dates: z.array(givenDate),
  streak: z.object({ current: z.number().int(), longest: z.number().int() }),
  created_at: instant,
});
export type RecurringTask = z.infer<typeof recurringTask>;

/**
 * The pattern for the API document: the parts in any order, each with its values. Only the server checks which parts fit
 * together.
 */
const RULE =
  '^\\s*([Rr][Rr][Uu][Ll][Ee]:)?([A-Za-z]+=[A-Za-z0-9,+-]+;)*[Ff][Rr][Ee][Qq]=([Dd][Aa][Ii]|[Ww][Ee][Ee][Kk]|[Mm][Oo][Nn][Tt][Hh]|[Yy][Ee][Aa][Rr])[Ll][Yy](;[A-Za-z]+=[A-Za-z0-9,+-]+)*\\s*$';

const rrule = z
  .string({ error: 'A recurrence rule is required.' })
  .min(1, { error: 'A recurrence rule is required.' })
  .max(1_000, { error: 'At most 1,000 characters.' })
  .meta({ description: 'A rule of RFC 5545, daily or rarer.', pattern: RULE });
const own = {
  start_date: localDate,
  due_time: localTime.nullable(),
  mode: z.enum(ROUTINE_MODES, { error: 'One of due, completion.' }),
};

export const newRecurringTaskBody = z.strictObject({
  title: newTaskBody.shape.title,
  description: newTaskBody.shape.description,
  tags: newTaskBody.shape.tags,
  priority: newTaskBody.shape.priority,
  verification_type: newTaskBody.shape.verification_type,
  proof_requirement: newTaskBody.shape.proof_requirement,
  estimate_minutes: newTaskBody.shape.estimate_minutes,
  rrule,
  ...z.object(own).partial().shape,
});
export type NewRecurringTask = z.output<typeof newRecurringTaskBody>;
export const editRecurringTaskBody = z.strictObject({
  title: editTaskBody.shape.title,
  description: editTaskBody.shape.description,
  tags: editTaskBody.shape.tags,
  priority: editTaskBody.shape.priority,
  verification_type: editTaskBody.shape.verification_type,
  proof_requirement: editTaskBody.shape.proof_requirement,
  estimate_minutes: editTaskBody.shape.estimate_minutes,
  rrule: rrule.optional(),
  ...z.object(own).partial().shape,
  paused: z.boolean({ error: 'true or false.' }).optional(),
  from: localDate
    .meta({ description: 'Only occurrences on and after this local date change; left out: all that are not yet due.' })
    .optional(),
});
export type EditRecurringTask = z.output<typeof editRecurringTaskBody>;

export const vacation = z.object({ id: z.string(), from: givenDate, to: givenDate, created_at: instant });
export type Vacation = z.infer<typeof vacation>;
export const vacationBody = z
  .strictObject({ from: localDate, to: localDate })
  .refine((body) => body.from <= body.to, { error: 'The last day lies before the first.', path: ['to'] });
