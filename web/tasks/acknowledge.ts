import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Removes the alert from the cached active alerts, and updates it in the cached pages of all alerts. */
function putAlert(client: QueryClient, id: string, change: (alert: Alert) => Alert): void {
  client.setQueryData<Alert[]>(alertKeys.active(), (list) => list?.filter((alert) => alert.id !== id));
  client.setQueryData<Pages>(
    alertKeys.pages(),
    (all) =>
      all && {
        ...all,
        pages: all.pages.map((page) => ({ ...page, items: page.items.map((alert) => (alert.id === id ? change(alert) : alert)) })),
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
    onMutate: async (id) => {
      const before = { active: client.getQueryData<Alert[]>(alertKeys.active()), pages: client.getQueryData<Pages>(alertKeys.pages()) };
      putAlert(client, id, (alert) => ({ ...alert, acknowledged: true }));
      await stopReads(client, alertKeys.all);
      return before;
    },
    onSuccess: (answer) => {
      putAlert(client, answer.id, () => answer);
      markStale(client, [reportKeys.histories, ...(answer.taskId ? [auditKeys.task(answer.taskId)] : [])]);
      toast.success('Alert acknowledged', { detail: 'Alert has been marked as acknowledged.', id: 'alert-acknowledged' });
    },
    onError: (error, _id, before) => {
      client.setQueryData(alertKeys.active(), before?.active);
      client.setQueryData(alertKeys.pages(), before?.pages);
      markStale(client, [alertKeys.all]);
      toast.error(messageOf(error));
    },
    onSettled: () => readAfterChange(client, 1),
  });
}
