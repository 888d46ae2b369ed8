import { z } from 'zod';
import type { Estimate } from '../../../ports/ai-help.ts';
import { plain } from '../plain.ts';
import type { Request } from '../structured.ts';
import { data1 } from './reviews-1.ts';

const LONGEST_REASON = 500;
const MOST_MINUTES = 1_440;

export const estimate1: Request<Estimate> = {
  version: 'estimate/1',
  task: `You help a person to estimate how many minutes a task takes, from 1 to ${MOST_MINUTES}. The part "task" is its title; "description" and "tags" may follow. The part "history", where there is one, holds tasks that the same person has completed, with the minutes that were estimated for each; those marked "similar" share a word, a tag or a routine with the task. Go by the similar ones first. Say in at most three sentences why. Name no number that is not in the data, except the estimate itself.`,
  material: data1,
  schema: z
    .strictObject({ minutes: z.number(), reason: z.string() })
    .refine(({ minutes, reason }) => minutes >= 1 && minutes <= MOST_MINUTES && plain(reason, LONGEST_REASON) !== '')
    .transform(({ minutes, reason }) => ({ minutes: Math.round(minutes), reason: plain(reason, LONGEST_REASON) })),
};
