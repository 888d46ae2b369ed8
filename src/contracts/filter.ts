import { z } from 'zod';
import { searchText } from './search.ts';
import { line } from './text.ts';

const MOST_FILTERS = 50;
const POSITION = { error: `A whole number from 0 to ${MOST_FILTERS - 1}.` };

const name = line(50, 'Name is required.');
const position = z
  .number(POSITION)
  .int(POSITION)
  .min(0, POSITION)
  .max(MOST_FILTERS - 1, POSITION);

export const newFilterBody = z.strictObject({ name, query: searchText });
/** A PUT may send the id back unchanged. */
export const editFilterBody = z.strictObject({
  name: name.optional(),
  query: searchText.optional(),
  position: position.optional().meta({ description: 'The others make room.' }),
});

export const savedFilter = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  position: z.number().int().meta({ description: 'From 0, without gaps.' }),
});
export type SavedFilter = z.infer<typeof savedFilter>;
