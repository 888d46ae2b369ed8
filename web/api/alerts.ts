import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/alert.ts';
import type { Alert as WireAlert } from '../../src/contracts/task.ts';
import type { Camel } from './names.ts';
import { request, requestPage } from './request.ts';

export type Alert = Camel<WireAlert>;

export const alertKeys = {
  all: ['alerts'] as const,
  pages: () => ['alerts', 'pages'] as const,
  active: () => ['alerts', 'active'] as const,
};

/** All alerts, newest first, in pages of 50. */
export const alertPagesQuery = () =>
  infiniteQueryOptions({
    queryKey: alertKeys.pages(),
    queryFn: ({ pageParam, signal }) => requestPage(calls.listAlerts, { query: { limit: 50, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** All alerts that are neither acknowledged nor resolved, newest first. */
export const activeAlertsQuery = () =>
  queryOptions({
    queryKey: alertKeys.active(),
    queryFn: ({ signal }) => request(calls.listActiveAlerts, { signal }),
    refetchInterval: 60_000,
  });

/** At most 200. If one of them is unknown, none is acknowledged. */
export const acknowledgeAlerts = (ids: readonly string[], key?: string) =>
  request(calls.acknowledgeAlerts, { body: { ids: [...ids] }, key });

export const acknowledgeAlert = (id: string): Promise<Alert> => request(calls.acknowledgeAlert, { params: { id } });
