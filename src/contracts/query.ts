import { z } from 'zod';
import { number } from './words/format.ts';

/** No id is longer, so a longer one in a path is refused without a search. */
export const MAX_ID = 100;
/** An id in a query or a form. */
export const givenId = z.string().min(1, { error: 'An id.' }).max(MAX_ID, { error: 'An id.' });

/** How many things one call changes. */
const MOST_AT_ONCE = 200;
/** Ids of several things that a body names. */
export const givenIds = z
  .array(givenId, { error: 'A list of ids.' })
  .min(1, { error: 'Name at least one.' })
  .max(MOST_AT_ONCE, { error: `At most ${MOST_AT_ONCE} at once.` });

const WHOLE = /^\d{1,4}$/;
const wholeTo = (most: number) => () => `A whole number, 1 to ${number(most)}.`;

/** Shared by all lists with pages. */
export const pageQuery = (most: number) => ({
  limit: z
    .string({ error: wholeTo(most) })
    .regex(WHOLE, { error: wholeTo(most) })
    .transform(Number)
    .refine((value) => value >= 1 && value <= most, { error: wholeTo(most) })
    .optional()
    .meta({
      description: `How many at most, 1 to ${most}. A page of long texts has fewer.`,
      override: { type: 'integer', minimum: 1, maximum: most },
    }),
  after: z
    .string({ error: 'Give the value from the Link header, once.' })
    .max(2_000)
    .optional()
    .meta({ description: 'Where the page before ended, from its `Link` header.', pattern: '^[A-Za-z0-9_-]*\\.[0-9a-f]{24}' }),
});
