import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Alert, acknowledgeAlert, alertKeys } from '../api/alerts.ts';
import type { Page } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import { toast } from '../ui/toast.tsx';

type Pages = InfiniteData<Page<Alert>>;

/** The pages with that alert marked. */
export const acknowledgedIn = (pages: Pages, id: string): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    items: page.items.map((alert) => (alert.id === id ? { ...alert, acknowledged: true } : alert)),
  })),
});

/** Acknowledges at once on the screen; put back when the server refuses. */
export function useAcknowledge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: acknowledgeAlert,
    onMutate: async (id: string) => {
      await client.cancelQueries({ queryKey: alertKeys.all });
      const before = { active: client.getQueryData<Alert[]>(alertKeys.active()), pages: client.getQueryData<Pages>(alertKeys.pages()) };
      client.setQueryData<Alert[]>(alertKeys.active(), (list) => list?.filter((alert) => alert.id !== id));
      client.setQueryData<Pages>(alertKeys.pages(), (pages) => pages && acknowledgedIn(pages, id));
      return before;
    },
    onSuccess: () => toast.success('Alert acknowledged', { detail: 'Alert has been marked as acknowledged.', id: 'alert-acknowledged' }),
    onError: (error, _id, before) => {
      client.setQueryData(alertKeys.active(), before?.active);
      client.setQueryData(alertKeys.pages(), before?.pages);
      toast.error(messageOf(error));
    },
    // Not waited for: the change is answered, whatever is read again.
    onSettled: () => void client.invalidateQueries({ queryKey: alertKeys.all }),
  });
}
