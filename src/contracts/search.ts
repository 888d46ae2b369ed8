import { z } from 'zod';
import { TASK_STATUSES, task } from './task.ts';
import { line } from './text.ts';
import { givenDate } from './time.ts';
import { parseSearch } from './words/search-query.ts';

const MOST_CHARACTERS = 200;

/** What a person types into a search field. */
export const searchText = line(MOST_CHARACTERS, 'Say what to look for.')
  .superRefine((text, context) => {
    const read = parseSearch(text);
    if ('fault' in read) context.addIssue({ code: 'custom', message: read.fault });
  })
  .meta({
    minLength: 1,
    maxLength: MOST_CHARACTERS,
    description:
      'Up to 10 terms, with white space between, all of which must hold. A word finds what has a word that begins with it in its title, description or tags; "some words" finds them whole and side by side. #tag or #"two words" finds the whole tag. is: takes open, completed, missed, skipped or archived; priority: takes high, medium, low or none; due: takes today, tomorrow, week, overdue, none, a date, or two dates with .. between. A - before a term excludes. What is archived needs is:archived. Neither is: nor due: finds a routine.',
  });

export const searchResult = z.object({
  kind: z.enum(['task', 'routine']),
  id: z.string(),
  title: z.string(),
  excerpt: z.string().nullable().meta({ description: 'Up to 200 characters of the description round what was found there.' }),
  status: z.enum(TASK_STATUSES).nullable().meta({ description: 'Null: a routine.' }),
  due_date: givenDate.nullable(),
  archived: z.boolean(),
  tags: z.array(z.string()),
  task: task.optional().meta({ description: 'Only with `tasks=archived`, and only of an archived task.' }),
});
export type SearchResult = z.infer<typeof searchResult>;
