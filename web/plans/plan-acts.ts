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

/** A tab that is open before its address is known. */
export interface WaitingTab {
  /** Opens the address in the tab. False if the browser has blocked the tab or the address is not an http(s) address. */
  readonly go: (url: string) => boolean;
  readonly close: () => void;
}

const isWeb = (url: string): boolean => /^https?:$/.test(URL.parse(url, location.href)?.protocol ?? '');

/** Call this while a press is being handled, because browsers block tabs that are opened later. */
export function openTab(): WaitingTab {
  const tab = window.open('', '_blank');
  // Otherwise the page in the new tab could navigate this one away.
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

/** Shows the new status from the answer at once, with a toast. */
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
      // Another tab or the payment provider has changed the subscription.
      if (failedWith(error, 'conflict', 'trial_used')) void client.invalidateQueries({ queryKey: subscriptionKeys.status });
    },
  });
}

/** An account can start the trial only once. */
export const useStartTrial = () => useStatusAct(startTrial);
export const useResume = () => useStatusAct(resumeSubscription);
/** Cancels the plan at the end of the paid period, which can be undone. A trial ends at once. */
export function useCancel() {
  const resume = useResume();
  return useStatusAct(cancelSubscription, () => resume.mutate());
}

/** Opens the payment provider's pages for cards and invoices in a new tab. */
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
    /** The address to show as a link if the browser has blocked the tab. */
    blocked: opening.data && !opening.data.isOpen ? opening.data.url : null,
  };
}
