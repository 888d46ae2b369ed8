import { z } from 'zod';
import { givenDate, instant } from './time.ts';

export const focusSession = z.object({
  id: z.string(),
  task_id: z.string().nullable(),
  title: z.string().nullable().meta({ description: 'That of the task, as it now is.' }),
  box_id: z.string().nullable(),
  minutes: z.number().int().meta({ description: 'How long it is, pauses left out.' }),
  state: z.enum(['running', 'paused', 'ended']),
  started_at: instant,
  ends_at: instant.nullable().meta({ description: 'When the minutes will have run; null while it does not run.' }),
  ended_at: instant.nullable(),
  focused_seconds: z.number().int().meta({ description: 'Up to now, pauses left out.' }),
  pauses: z.array(z.object({ from: instant, to: instant.nullable() })),
  end: z
    .enum(['finished', 'stopped', 'completed', 'abandoned'])
    .nullable()
    .meta({ description: 'finished: the minutes have run. abandoned: it was paused for two hours.' }),
});
export type FocusSession = z.infer<typeof focusSession>;

export const focus = z.object({
  current: focusSession.nullable().meta({ description: 'The session that runs or is paused.' }),
  today: z
    .object({ date: givenDate, minutes: z.number().int(), sessions: z.number().int() })
    .meta({ description: 'Of the ended sessions that began on this local date.' }),
});
export type Focus = z.infer<typeof focus>;

const MINUTES = { error: 'A whole number of minutes, 1 to 180.' };
const anId = (error: string) => z.string({ error }).min(1, { error }).max(100, { error });

export const startFocusBody = z.strictObject({
  task_id: anId('The id of a task.').optional(),
  box_id: anId('The id of a time box.').optional(),
  minutes: z
    .number(MINUTES)
    .int(MINUTES)
    .min(1, MINUTES)
    .max(180, MINUTES)
    .optional()
    .meta({ description: 'Left out: those of the time box, at most 180, or else 25.' }),
});

export const stopFocusBody = z.strictObject({
  complete: z.boolean({ error: 'true or false.' }).optional().meta({ description: 'Completes the task, too.' }),
});
