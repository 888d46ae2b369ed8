import { z } from 'zod';
import { TASK_STATUSES } from '../../../contracts/task.ts';
import { localDate } from '../../../contracts/time.ts';
import { pageQuery } from '../../kernel/pages.ts';

const STATUS_FAULT = { error: `One or several of ${TASK_STATUSES.join(', ')}, with commas between.` };

const ONE = `(${TASK_STATUSES.join('|')})`;
const SEVERAL = `^${ONE}(,${ONE})*$`;

const statuses = z
  .string(STATUS_FAULT)
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(TASK_STATUSES, STATUS_FAULT)))
  .meta({ description: 'One status, or several with commas.', override: { type: 'string', pattern: SEVERAL } });

export const listQuery = z
  .object({
    status: statuses.optional(),
    due_from: localDate.optional(),
    due_to: localDate.optional(),
    tag: z.string({ error: 'One tag.' }).max(200).optional(),
    ...pageQuery(1_000),
  })
  .refine(({ due_from, due_to }) => due_from === undefined || due_to === undefined || due_from <= due_to, {
    error: 'The range ends before it begins.',
    path: ['due_to'],
  });

export const pagedTasks = z.object(pageQuery(1_000));
