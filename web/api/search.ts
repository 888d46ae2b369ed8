import { type InfiniteData, infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { TOTAL_COUNT } from '../../src/contracts/call.ts';
import * as calls from '../../src/contracts/calls/search.ts';
import { nextOf, type Page } from './client.ts';
import { type Answer, request, requestHeaded } from './request.ts';

export type SearchResult = Answer<typeof calls.search>[number];

/** A change of a task may change every result, so the keys begin like those of tasks. */
export const searchKeys = {
  all: ['tasks', 'search'] as const,
  pages: ['tasks', 'search', 'pages'] as const,
  pagesOf: (text: string) => ['tasks', 'search', 'pages', text] as const,
  count: (text: string) => ['tasks', 'search', 'count', text] as const,
  first: (text: string, most: number) => ['tasks', 'search', 'first', text, most] as const,
};

interface FoundPage extends Page<SearchResult> {
  /** How much was found. Null: it is not the first page. */
  readonly total: number | null;
}
/** The pages of a search that were read. */
export type FoundPages = InfiniteData<FoundPage, string | null>;

/** What is found, in the order of the server, in pages of 200. An archived task is in its result, because no list has all of these. */
export const searchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: searchKeys.pagesOf(text),
    queryFn: async ({ client, pageParam, signal }): Promise<FoundPage> => {
      const query = {
        q: text,
        limit: 200,
        tasks: 'archived' as const,
        ...(pageParam === null ? { count: 'true' as const } : { after: pageParam }),
      };
      const { value, headers } = await requestHeaded(calls.search, { query, signal });
      const counted = headers.get(TOTAL_COUNT);
      const total = counted === null ? null : Number(counted);
      if (total !== null) client.setQueryData(searchKeys.count(text), total);
      return { items: value, next: nextOf(headers.get('link')), total };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** How much a search has found when it was last shown. It is not read by itself. */
export const foundCountQuery = (text: string) => queryOptions<number>({ queryKey: searchKeys.count(text), queryFn: skipToken });

/** At most `most` results, for a list that follows what is typed. */
export const firstResultsQuery = (text: string, most: number) =>
  queryOptions({
    queryKey: searchKeys.first(text, most),
    queryFn: ({ signal }) => request(calls.search, { query: { q: text, limit: most }, signal }),
    gcTime: 60_000,
    staleTime: 5_000,
  });
