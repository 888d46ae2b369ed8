import { infiniteQueryOptions } from '@tanstack/react-query';
import type { GithubCommit, GithubPull } from '../../src/contracts/github.ts';
import { page } from './client.ts';

export type { GithubCommit, GithubPull } from '../../src/contracts/github.ts';

interface Asked {
  readonly task: string;
  /** `owner/name`; empty: any. */
  readonly repository: string;
}

/** What was read from GitHub is worth a minute: GitHub bounds how often it is asked. */
const WORTH_MS = 60_000;

const changesQuery = <T>(what: 'commits' | 'pulls', { task, repository }: Asked, fallback: string) =>
  infiniteQueryOptions({
    queryKey: ['github', what, task, repository],
    queryFn: ({ pageParam, signal }) =>
      page<T>(`/api/connections/github/${what}`, { query: { task_id: task, repository, after: pageParam }, signal, fallback }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: WORTH_MS,
    retry: false,
  });

/** The owner's commits since a task was made. */
export const commitsQuery = (asked: Asked) => changesQuery<GithubCommit>('commits', asked, 'Failed to fetch commits');
/** The owner's pull requests and reviews since a task was made. */
export const pullsQuery = (asked: Asked) => changesQuery<GithubPull>('pulls', asked, 'Failed to fetch pull requests');
