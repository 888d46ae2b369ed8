import { z } from 'zod';

/** Of a local date: whether its owner said that nothing is due on it. */
export const nothingDue = z.object({ date: z.string(), nothing_due: z.boolean() });
export type NothingDue = z.infer<typeof nothingDue>;
