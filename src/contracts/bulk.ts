import { z } from 'zod';
import { givenIds } from './query.ts';
import { againBody, priority, someTags, statusChange, TIME_NEEDS_DATE, task } from './task.ts';
import { localDate, localTime } from './time.ts';

const DAYS = { error: 'A whole number of days, -365 to 365, and not 0.' };
const MOST_DAYS = 365;
const SKIPS_ZERO = { not: { const: 0 } };

const due_time = localTime.nullable();
const dueChange = z
  .strictObject({ due_date: localDate.nullable(), due_time: due_time.optional() })
  .refine((change) => change.due_time == null || change.due_date != null, TIME_NEEDS_DATE);
const shiftChange = z.strictObject({
  shift_days: z
    .number(DAYS)
    .int(DAYS)
    .min(-MOST_DAYS, DAYS)
    .max(MOST_DAYS, DAYS)
    .refine((days) => days !== 0, DAYS)
    .meta({ description: 'The due date moves by so many days, and the time stays.', override: SKIPS_ZERO }),
});

/** One change of several tasks. */
const change = z.union([
  statusChange,
  dueChange,
  z.strictObject({ due_time }),
  shiftChange,
  z.strictObject({ priority }),
  z.strictObject({ add_tags: someTags }),
  z.strictObject({ remove_tags: someTags }),
  z.strictObject({ archive: z.boolean({ error: 'true or false.' }) }),
  z.strictObject({ delete: z.literal(true, { error: 'true.' }) }),
  z.strictObject({ again: againBody }),
]);

export const bulkBody = z.strictObject({ ids: givenIds, change });

const refused = z.array(
  z.object({
    id: z.string(),
    code: z.string().meta({ description: 'The code with which the call for one task is refused.' }),
    message: z.string(),
  }),
);
const done = z.array(task).meta({ description: 'The tasks as they now are; a deleted one as it was.' });
/** Both lists are in the order of the ids. */
export const bulkUndone = z.object({ done, refused });
export const bulkDone = z.object({ batch_id: z.string(), ...bulkUndone.shape });
