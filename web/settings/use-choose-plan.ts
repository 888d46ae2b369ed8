import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlanName } from '../../src/contracts/plan.ts';
import { failedWith } from '../api/problem.ts';
import { createCheckout, putStatus, readProvider, subscriptionKeys, updateSubscription } from '../api/subscriptions.ts';
import { openTab, type WaitingTab } from '../plans/open-tab.ts';
import { PLAN_CHANGES, UPDATED } from '../plans/use-plan-acts.ts';
import { toast } from '../ui/toast.tsx';

interface Choice {
  readonly plan: PlanName;
  /** Whether Pro is bought in its trial. */
  readonly keep: boolean;
  /** The tab for the checkout. Null: none is expected. */
  readonly tab: WaitingTab | null;
}

/** Sends the choice of a plan at once. One that has to be bought opens its checkout in a new tab; `onCheckout` is told its address. */
export function useChoosePlan(onCheckout: (plan: PlanName, url: string) => void) {
  const client = useQueryClient();
  const choosing = useMutation({
    scope: PLAN_CHANGES,
    mutationFn: ({ plan, keep }: Choice) => (keep ? createCheckout('pro') : updateSubscription(plan)),
    onSuccess: (answer, { plan, tab }) => {
      if ('url' in answer) {
        tab?.go(answer.url);
        onCheckout(plan, answer.url);
        return;
      }
      tab?.close();
      if (Date.parse(answer.effectiveAt) <= Date.now()) client.setQueryData(subscriptionKeys.settings, { plan: answer.plan });
      toast.success(UPDATED, { id: 'subscription' });
      for (const queryKey of [subscriptionKeys.settings, subscriptionKeys.status, subscriptionKeys.invoices])
        void client.invalidateQueries({ queryKey });
    },
    onError: (error, { tab }) => {
      tab?.close();
      // It was changed in another tab, or at the payment provider.
      if (!failedWith(error, 'conflict')) return;
      readProvider()
        .then((status) => putStatus(client, status))
        .catch(() => undefined);
    },
  });
  return {
    /** `isBuying`: whether a checkout is expected, so that its tab is opened within the press. */
    choose: (plan: PlanName, { isBuying, keep }: { isBuying: boolean; keep: boolean }) =>
      choosing.mutate({ plan, keep, tab: isBuying ? openTab() : null }),
    choosing: choosing.isPending ? choosing.variables.plan : null,
    error: choosing.error,
    /** Whether it was the checkout that failed. */
    keep: choosing.variables?.keep === true,
    reset: choosing.reset,
  };
}
