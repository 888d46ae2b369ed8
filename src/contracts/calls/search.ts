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
  query: z.object({ q: searchText, ...pageQuery(200) }),
  replies: { 200: { description: 'What was found', schema: z.array(searchResult), pages: true } },
});
