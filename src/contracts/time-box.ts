import { z } from 'zod';
import { givenDate, givenTime, instant, localDate, localTime } from './time.ts';

export const timeBox = z.object({
  id: z.string(),
  task_id: z.string(),
  title: z.string().meta({ description: 'That of the task, as it now is.' }),
  date: givenDate.meta({ description: 'The local date on which it begins. It may go on past midnight.' }),
  time: givenTime,
  minutes: z.number().int(),
  starts_at: instant,
  ends_at: instant,
  overlaps: z.array(z.string()).meta({ description: 'The ids of the boxes that share time with it, by their beginning.' }),
  focused_minutes: z.number().int().meta({ description: 'Whole minutes of the ended focus sessions that name it.' }),
  created_at: instant,
});
export type TimeBox = z.infer<typeof timeBox>;

const MINUTES = { error: 'A whole number of minutes, 5 to 480.' };
const minutes = z.number(MINUTES).int(MINUTES).min(5, MINUTES).max(480, MINUTES);

export const newTimeBoxBody = z.strictObject({
  task_id: z.string({ error: 'The id of a task.' }).min(1, { error: 'The id of a task.' }).max(100, { error: 'The id of a task.' }),
  date: localDate,
  time: localTime,
  minutes,
});

/** A PUT may send the read-only fields of a box back unchanged. The route compares them. */
export const moveTimeBoxBody = z.strictObject({ date: localDate.optional(), time: localTime.optional(), minutes: minutes.optional() });
