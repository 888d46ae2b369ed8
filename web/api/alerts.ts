import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/alert.ts';
import type { Alert as WireAlert } from '../../src/contracts/task.ts';
import { type Camel, camel } from './camel.ts';
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
    queryFn: async ({ pageParam, signal }) => {
      const got = await requestPage(calls.listAlerts, { query: { limit: 50, after: pageParam }, signal });
      return { items: got.items.map(camel), next: got.next };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

/** All alerts that are neither acknowledged nor resolved, newest first. */
export const activeAlertsQuery = () =>
  queryOptions({
    queryKey: alertKeys.active(),
    queryFn: async ({ signal }) => (await request(calls.listActiveAlerts, { signal })).map(camel),
    refetchInterval: 60_000,
  });

export const acknowledgeAlert = async (id: string): Promise<Alert> => camel(await request(calls.acknowledgeAlert, { params: { id } }));
