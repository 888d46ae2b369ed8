import { z } from 'zod';
import { declareCall } from '../call.ts';
import { pageQuery } from '../query.ts';
import { searchResult, searchText } from '../search.ts';

export const search = declareCall({
  method: 'GET',
  path: '/api/search',
  tag: 'Search',
  access: 'user',
  scopes: ['tasks:read'],
  summary: 'Search tasks and routines',
  description:
    'Upper case, accents, the width of characters and the kind of quotation mark do not count. In scripts without spaces between words, any place counts. First come open tasks by due instant, then open ones without a due date, routines, and closed tasks, each of these with the newest first.',
  failure: 'Failed to search',
  query: z.object({
    q: searchText,
    count: z.literal('true', { error: 'true, or left out.' }).optional().meta({
      description: 'true: the first page says in `Total-Count` how much was found.',
    }),
    tasks: z.literal('archived', { error: 'archived, or left out.' }).optional().meta({
      description: 'archived: each archived task that is found is there whole, as `task`. No list has them all.',
    }),
    ...pageQuery(200),
  }),
  replies: { 200: { description: 'What was found', schema: z.array(searchResult), pages: true, total: true } },
});
