import { z } from 'zod';
import { MAX_ID } from './query.ts';
import { ACTOR_KINDS } from './report.ts';
import { givenInstant } from './time.ts';

/** What every list of entries can be narrowed to. All filters of a call apply together. */
export const entryFilters = {
  task_id: z
    .string({ error: 'One id.' })
    .min(1, { error: 'One id.' })
    .max(MAX_ID, { error: 'One id.' })
    .optional()
    .meta({ description: 'Only entries of this task, which may be deleted.' }),
  actor: z
    .enum(ACTOR_KINDS, { error: `One of ${ACTOR_KINDS.join(', ')}.` })
    .optional()
    .meta({ description: 'Only what this kind of actor did.' }),
  from: givenInstant.optional().meta({ description: 'Only entries at this instant or later.' }),
  to: givenInstant.optional().meta({ description: 'Only entries before this instant.' }),
};

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const isInOrder = ({ from, to }: Span): boolean => from === undefined || to === undefined || from <= to;

export const REVERSED = { error: 'The range ends before it begins.', path: ['to'] };

/** What the description of a call says about pages of a filtered list. */
export const FILTERED_PAGES =
  'With a filter, a page may have fewer entries than `limit`, or none, although there are more: the list goes on as long as there is a `Link` to the next page.';
