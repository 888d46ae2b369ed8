import { z } from 'zod';
import { givenDate } from './time.ts';

/** Whether the owner said that nothing is due on a local date. */
export const nothingDue = z.object({ date: givenDate, nothing_due: z.boolean() });
