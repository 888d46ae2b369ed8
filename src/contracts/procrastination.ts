import { z } from 'zod';
import { knownAsOf } from './report.ts';
import { TASK_STATUSES } from './task.ts';
import { givenDate, instant } from './time.ts';

const whole = z.number().int();
const decided = z.object({ decided: whole.meta({ description: 'Kept or missed.' }), missed: whole });

const FINDING_CODES = ['moved_are_missed', 'weekday', 'tag', 'last_hour', 'estimates_short'] as const;

const finding = z.object({
  code: z.enum(FINDING_CODES),
  text: z.string(),
  rests_on: whole.meta({
    description:
      'How many tasks are behind it: those moved and decided (moved_are_missed), due on the weekday, planned with the tag, kept (last_hour), or with an estimate and focused minutes (estimates_short).',
  }),
});
export type Finding = z.infer<typeof finding>;

export const procrastinationReport = z.object({
  start_date: givenDate,
  end_date: givenDate,
  as_of: knownAsOf,
  timezone: z.string(),
  generated_at: instant,
  moves: z.object({
    tasks: whole.meta({ description: 'How many planned tasks were moved to later at least once.' }),
    moves: whole,
    median_days: z.number().nullable().meta({ description: 'From the old to the new due date; null: nothing was moved.' }),
  }),
  most_moved: z
    .array(
      z.object({
        task_id: z.string(),
        title: z.string(),
        moves: whole,
        first_due_date: givenDate,
        due_date: givenDate,
        status: z.enum(TASK_STATUSES),
        late: z.boolean(),
      }),
    )
    .max(10),
  weekdays: z
    .array(z.object({ due: whole, moved: whole }))
    .length(7)
    .meta({ description: 'By the first due date, Monday first.' }),
  tags: z.array(z.object({ tag: z.string(), planned: whole, moved: whole, missed: whole })).max(20),
  after_moves: z.object({ moved: decided, unmoved: decided }),
  last_hour: z.object({
    kept: whole,
    in_last_hour: whole.meta({ description: 'Completed at most 60 minutes before the due instant.' }),
  }),
  estimates: z.object({ tasks: whole, estimated_minutes: whole, focused_minutes: whole }),
  findings: z.array(finding).meta({ description: 'Nothing is said that rests on too few tasks.' }),
});
export type ProcrastinationReport = z.infer<typeof procrastinationReport>;
