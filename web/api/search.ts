import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/search.ts';
import { type Answer, request, requestAll } from './request.ts';

export type SearchResult = Answer<typeof calls.search>[number];

/** A change of a task may change every result, so the keys begin like those of tasks. */
export const searchKeys = {
  all: ['tasks', 'search'] as const,
  whole: (text: string) => ['tasks', 'search', 'whole', text] as const,
  first: (text: string, most: number) => ['tasks', 'search', 'first', text, most] as const,
};

/** Everything that is found, in the order of the server. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: searchKeys.whole(text),
    queryFn: ({ signal }) => requestAll(calls.search, { query: { q: text, limit: 200 }, signal }),
  });

/** At most `most` results, for a list that follows what is typed. */
export const firstResultsQuery = (text: string, most: number) =>
  queryOptions({
    queryKey: searchKeys.first(text, most),
    queryFn: ({ signal }) => request(calls.search, { query: { q: text, limit: most }, signal }),
    gcTime: 60_000,
    staleTime: 5_000,
  });
