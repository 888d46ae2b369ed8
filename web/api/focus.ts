import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/focus.ts';
import type * as wire from '../../src/contracts/focus.ts';
import { correctClock } from './clock.ts';
import type { Camel } from './names.ts';
import { request, requestAll } from './request.ts';

export type FocusSession = Camel<wire.FocusSession>;
export type Focus = Camel<wire.Focus>;
export type StartFocus = NonNullable<NonNullable<Parameters<typeof request<typeof calls.startFocus>>[1]>['body']>;

export const focusKeys = {
  all: ['focus'] as const,
  now: ['focus', 'now'] as const,
  ofTask: (id: string) => ['focus', 'sessions', id] as const,
  newest: ['focus', 'newest'] as const,
};

/** A running session says how many seconds it has counted, and so what time it is at the server. */
function correctBy({ startedAt, state, focusedSeconds, pauses }: FocusSession): void {
  if (state !== 'running') return;
  const paused = pauses.reduce((sum, { from, to }) => sum + (to ? Date.parse(to) - Date.parse(from) : 0), 0);
  correctClock(new Date(Date.parse(startedAt) + paused + focusedSeconds * 1_000).toISOString());
}

async function readFocus(signal?: AbortSignal): Promise<Focus> {
  const focus = await request(calls.readFocus, { ...(signal && { signal }) });
  if (focus.current) correctBy(focus.current);
  return focus;
}

/** Read again whenever the person comes back to the page, because another device may have changed it. */
export const focusQuery = () => queryOptions({ queryKey: focusKeys.now, queryFn: ({ signal }) => readFocus(signal), staleTime: 0 });

/** Newest first, the present one too. */
export const sessionsOfTaskQuery = (taskId: string) =>
  queryOptions({
    queryKey: focusKeys.ofTask(taskId),
    queryFn: ({ signal }) => requestAll(calls.listFocusSessions, { query: { taskId, limit: 200 }, signal }),
  });

/** The newest session, or null if there is none. */
export const newestSessionQuery = () =>
  queryOptions({
    queryKey: focusKeys.newest,
    queryFn: async ({ signal }) => (await request(calls.listFocusSessions, { query: { limit: 1 }, signal }))[0] ?? null,
    staleTime: 0,
  });

export const startFocus = (body: StartFocus, key?: string) => request(calls.startFocus, { body, key });
export const pauseFocus = (id: string) => request(calls.pauseFocus, { params: { id } });
export const resumeFocus = (id: string) => request(calls.resumeFocus, { params: { id } });
/** `complete`: the task is completed, too. */
export const stopFocus = (id: string, complete: boolean) =>
  request(calls.stopFocus, { params: { id }, body: complete ? { complete } : {} });

/** Shows the answer of a change before `GET /api/focus` is read again. */
export function putSession(client: QueryClient, session: FocusSession): void {
  client.setQueryData<Focus>(focusKeys.now, (focus) => focus && { ...focus, current: session.state === 'ended' ? null : session });
}
