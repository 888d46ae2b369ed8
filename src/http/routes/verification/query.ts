import { z } from 'zod';
import { VERIFICATION_TYPES } from '../../../contracts/task.ts';
import { localDate } from '../../../contracts/time.ts';
import { DECIDED_STATES } from '../../../contracts/verification.ts';
import { pageQuery } from '../../kernel/pages.ts';

const TYPES = VERIFICATION_TYPES.filter((type) => type !== 'none');

export const decidedQuery = z.object({
  state: z.enum(DECIDED_STATES, { error: `One of ${DECIDED_STATES.join(', ')}.` }).optional(),
  type: z.enum(TYPES, { error: `One of ${TYPES.join(', ')}.` }).optional(),
  ...pageQuery(200),
});

export const statsQuery = z
  .object({ from: localDate.optional(), to: localDate.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'The range ends before it begins.',
    path: ['to'],
  });
