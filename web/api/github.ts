import { infiniteQueryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/integration.ts';
import type * as wire from '../../src/contracts/github.ts';
import type { Page } from './client.ts';
import type { Camel } from './names.ts';
import { requestPage, type Sent } from './request.ts';

export type GithubCommit = Camel<wire.GithubCommit>;
export type GithubPull = Camel<wire.GithubPull>;

interface Asked {
  readonly task: string;
  /** `owner/name`; empty: any. */
  readonly repository: string;
}

/** What was read from GitHub is worth a minute: GitHub bounds how often it is asked. */
const WORTH_MS = 60_000;

/** Both lists are asked for in the same way. */
type SentForChanges = Sent<typeof calls.listCommits> & Sent<typeof calls.listPulls>;

const changesQuery = <T>(what: 'commits' | 'pulls', { task, repository }: Asked, read: (sent: SentForChanges) => Promise<Page<T>>) =>
  infiniteQueryOptions({
    queryKey: ['github', what, task, repository],
    queryFn: ({ pageParam, signal }) => read({ query: { taskId: task, repository, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: WORTH_MS,
    retry: false,
  });

/** The owner's commits since a task was made. */
export const commitsQuery = (asked: Asked) => changesQuery('commits', asked, (sent) => requestPage(calls.listCommits, sent));
/** The owner's pull requests and reviews since a task was made. */
export const pullsQuery = (asked: Asked) => changesQuery('pulls', asked, (sent) => requestPage(calls.listPulls, sent));
