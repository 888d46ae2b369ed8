import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Alert, acknowledgeAlert, alertKeys } from '../api/alerts.ts';
import { auditKeys } from '../api/audit.ts';
import type { Page } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import { reportKeys } from '../api/reports.ts';
import { markStale, readAfterChange, SHOWN_AT_ONCE, stopReads } from '../api/stale.ts';
import { toast } from '../ui/toast.tsx';

type Pages = InfiniteData<Page<Alert>>;

/** Removes an alert from the cached active alerts, and changes it in the cached pages of all alerts. */
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

/** Acknowledges an alert. The screen shows it at once; it is put back when the server refuses. */
export function useAcknowledge() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ['alert-acknowledge'],
    meta: SHOWN_AT_ONCE,
    mutationFn: acknowledgeAlert,
    onMutate: async (id: string) => {
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
