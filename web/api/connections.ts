import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as connecting from '../../src/contracts/calls/connection.ts';
import * as integrating from '../../src/contracts/calls/integration.ts';
import type * as wireConnection from '../../src/contracts/connection.ts';
import type * as wireGithub from '../../src/contracts/connection.ts';
import type { Platform } from '../../src/contracts/connection.ts';
import { addressOf, type Page, pathOf } from './client.ts';
import type { Camel } from './names.ts';
import { request, requestDone, requestPage, type Sent } from './request.ts';

export type { Platform, RedirectCode } from '../../src/contracts/connection.ts';

export type Connection = Camel<wireConnection.Connection>;
export type Integrations = Camel<wireGithub.Integrations>;

export const connectionKeys = {
  all: ['connections'] as const,
  status: ['connections', 'status'] as const,
  settings: ['connections', 'settings'] as const,
};

/** All services, connected or not. */
export const connectionsQuery = () =>
  queryOptions({ queryKey: connectionKeys.status, queryFn: ({ signal }) => request(connecting.listConnections, { signal }) });

/** The OAuth state for one connection attempt. It is valid for ten minutes. */
export const fetchState = async (): Promise<string> => (await request(connecting.createState)).state;

/** The address that the browser opens to connect a service. */
export const startAddress = (platform: Platform, state?: string): string =>
  addressOf(pathOf(connecting.goToProvider[platform].path, { state }));

export const endConnection = (platform: Platform) => requestDone(connecting.disconnectProvider[platform]);

export const integrationsQuery = () =>
  queryOptions({ queryKey: connectionKeys.settings, queryFn: ({ signal }) => request(integrating.readIntegrations, { signal }) });
export const updateIntegrations = (body: Integrations) => request(integrating.changeIntegrations, { body });

export type GithubCommit = Camel<wireGithub.GithubCommit>;
export type GithubPull = Camel<wireGithub.GithubPull>;

interface Asked {
  readonly task: string;
  /** `owner/name`. Empty: all repositories. */
  readonly repository: string;
}

/** GitHub limits the number of requests, so an answer is used for a minute. */
const WORTH_MS = 60_000;

type SentForChanges = Sent<typeof integrating.listCommits> & Sent<typeof integrating.listPulls>;

const changesQuery = <T>(what: 'commits' | 'pulls', { task, repository }: Asked, read: (sent: SentForChanges) => Promise<Page<T>>) =>
  infiniteQueryOptions({
    queryKey: ['github', what, task, repository],
    queryFn: ({ pageParam, signal }) => read({ query: { taskId: task, repository, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: WORTH_MS,
    retry: false,
  });

export const commitsQuery = (asked: Asked) => changesQuery('commits', asked, (sent) => requestPage(integrating.listCommits, sent));
export const pullsQuery = (asked: Asked) => changesQuery('pulls', asked, (sent) => requestPage(integrating.listPulls, sent));
