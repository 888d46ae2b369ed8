import { z } from 'zod';
import { pageQuery } from '../../kernel/pages.ts';

const TASK = { error: 'The id of a task.' };
const REPOSITORY = { error: 'A repository as owner/name.' };

export const changesQuery = z.object({
  task_id: z.string(TASK).min(1, TASK).max(100, TASK).meta({ description: 'Only what was made since this task was.' }),
  repository: z
    .string(REPOSITORY)
    .regex(/^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9_.-]{1,100}$/, REPOSITORY)
    .optional()
    .meta({ description: '`owner/name`.' }),
  after: pageQuery(100).after,
});
