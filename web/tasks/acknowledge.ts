import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { plural } from '../../src/contracts/words/format.ts';
import { type Alert, alertKeys } from '../api/alerts.ts';
import { auditKeys } from '../api/audit.ts';
import { newKey, type Page } from '../api/client.ts';
import { keptAs } from '../api/kept.ts';
import { messageOf } from '../api/problem.ts';
import { markStale, readAfterChange, SHOWN_AT_ONCE, stopReads } from '../api/query-client.ts';
import { reportKeys } from '../api/reports.ts';
import { toast } from '../ui/toast.tsx';
import { keepable, sendCall } from './kept-calls.ts';

type Pages = InfiniteData<Page<Alert>>;

/** Removes the alerts from the cached active alerts, and updates them in the cached pages of all alerts. */
function putAlerts(client: QueryClient, ids: readonly string[], change: (alert: Alert) => Alert): void {
  const changed = new Set(ids);
  client.setQueryData<Alert[]>(alertKeys.active(), (list) => list?.filter((alert) => !changed.has(alert.id)));
  client.setQueryData<Pages>(
    alertKeys.pages(),
    (all) =>
      all && {
        ...all,
        pages: all.pages.map((page) => ({ ...page, items: page.items.map((alert) => (changed.has(alert.id) ? change(alert) : alert)) })),
      },
  );
}

const callOf = (id: string) => ({ name: 'acknowledge' as const, args: { id } });

/** The screen shows it at once, and reverts it if the server refuses. */
export function useAcknowledge() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['alert-acknowledge'],
    meta: {
      ...SHOWN_AT_ONCE,
      ...keptAs<string>((id) => keepable(callOf(id), newKey(), `alert ${id}`, 'Acknowledge an alert')),
    },
    mutationFn: (id: string) => sendCall(callOf(id), ''),
    onMutate: (id) => showAcknowledged(client, [id]),
    onSuccess: (answer) => {
      putAlerts(client, [answer.id], () => answer);
      markStale(client, [reportKeys.histories, ...(answer.taskId ? [auditKeys.task(answer.taskId)] : [])]);
      toast.success('Alert acknowledged', { detail: 'Alert has been marked as acknowledged.', id: 'alert-acknowledged' });
    },
    onError: (error, _id, before) => showAgain(client, before, error),
    onSettled: () => void readAfterChange(client),
  });
}

/** Acknowledges at most 200 alerts with one request. The screen shows it at once, and reverts all of it if the server refuses. */
export function useAcknowledgeAll() {
  const client = useQueryClient();
  // A retry has to have the key of the first attempt.
  const keys = useRef(new Map<readonly string[], string>());
  const keyOf = (ids: readonly string[]): string => {
    const key = keys.current.get(ids) ?? newKey();
    keys.current.set(ids, key);
    return key;
  };
  return useMutation({
    mutationKey: ['alerts-acknowledge'],
    meta: {
      ...SHOWN_AT_ONCE,
      ...keptAs<readonly string[]>((ids) => keepable(callFor(ids), keyOf(ids), 'alerts', 'Acknowledge several alerts')),
    },
    mutationFn: (ids: readonly string[]) => sendCall(callFor(ids), keyOf(ids)),
    onMutate: (ids) => showAcknowledged(client, ids),
    onSuccess: (_done, ids) => {
      markStale(client, [reportKeys.histories, auditKeys.all]);
      toast.success(`${plural(ids.length, 'alert')} acknowledged`, { id: 'alert-acknowledged' });
    },
    onError: (error, _ids, before) => showAgain(client, before, error),
    onSettled: () => void readAfterChange(client),
  });
}

const callFor = (ids: readonly string[]) => ({ name: 'acknowledge_all' as const, args: { ids } });

async function showAcknowledged(client: QueryClient, ids: readonly string[]) {
  const before = { active: client.getQueryData<Alert[]>(alertKeys.active()), pages: client.getQueryData<Pages>(alertKeys.pages()) };
  putAlerts(client, ids, (alert) => ({ ...alert, acknowledged: true }));
  await stopReads(client, alertKeys.all);
  return before;
}

function showAgain(client: QueryClient, before: Awaited<ReturnType<typeof showAcknowledged>> | undefined, error: Error): void {
  client.setQueryData(alertKeys.active(), before?.active);
  client.setQueryData(alertKeys.pages(), before?.pages);
  markStale(client, [alertKeys.all]);
  toast.error(messageOf(error));
}
