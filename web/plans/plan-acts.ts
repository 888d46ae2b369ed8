import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failedWith } from '../api/problem.ts';
import {
  cancelSubscription,
  createPortal,
  putStatus,
  resumeSubscription,
  type SubscriptionStatus,
  startTrial,
  subscriptionKeys,
} from '../api/subscriptions.ts';
import { toast } from '../ui/toast.tsx';

/** A tab that was opened for an address that is not known yet. */
export interface WaitingTab {
  /** Leads it to the address. False where the browser has blocked the tab, or the address is none of the web. */
  readonly go: (url: string) => boolean;
  readonly close: () => void;
}

const isWeb = (url: string): boolean => /^https?:$/.test(URL.parse(url, location.href)?.protocol ?? '');

/** Opens an empty tab while a press is still being handled: browsers block those that are opened later. */
export function openTab(): WaitingTab {
  const tab = window.open('', '_blank');
  // The page that it will show must not be able to lead this one elsewhere.
  if (tab) tab.opener = null;
  return {
    go: (url) => {
      if (!tab || tab.closed || !isWeb(url)) return false;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
  };
}

export const UPDATED = 'Subscription updated!';
/** Changes of the subscription are sent one after the other. */
export const PLAN_CHANGES = { id: 'subscription' } as const;

/** A change that is answered with the new status. The screen shows it at once, with the toast. */
function useStatusAct(send: () => Promise<SubscriptionStatus>, undo?: () => void) {
  const client = useQueryClient();
  return useMutation({
    scope: PLAN_CHANGES,
    mutationFn: () => send(),
    onSuccess: (status) => {
      putStatus(client, status);
      toast.success(UPDATED, { id: 'subscription', ...(undo && status.cancelAtPeriodEnd ? { undo } : {}) });
    },
    onError: (error) => {
      // It was changed in another tab, or at the payment provider.
      if (failedWith(error, 'conflict', 'trial_used')) void client.invalidateQueries({ queryKey: subscriptionKeys.status });
    },
  });
}

/** Starts the trial of Pro, once for an account. */
export const useStartTrial = () => useStatusAct(startTrial);
export const useResume = () => useStatusAct(resumeSubscription);
/** Cancels the plan at the end of what is paid, which can be undone, or ends a trial at once. */
export function useCancel() {
  const resume = useResume();
  return useStatusAct(cancelSubscription, () => resume.mutate());
}

/** Opens the pages of the payment provider on which a card is changed and bills are paid, in a new tab. */
export function usePortal() {
  const opening = useMutation({
    mutationFn: async (tab: WaitingTab) => {
      const { url } = await createPortal();
      return { url, isOpen: tab.go(url) };
    },
    onError: (_error, tab) => tab.close(),
  });
  return {
    open: () => opening.mutate(openTab()),
    busy: opening.isPending,
    error: opening.error,
    /** The address to show as a link where the browser has blocked the tab. */
    blocked: opening.data && !opening.data.isOpen ? opening.data.url : null,
  };
}
