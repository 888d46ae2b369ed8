import { z } from 'zod';

/** Whether the owner said that nothing is due on a local date. */
export const nothingDue = z.object({ date: z.string(), nothing_due: z.boolean() });
export type NothingDue = z.infer<typeof nothingDue>;
