import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { PLAN_NAMES, type PlanName } from '../../src/contracts/plan.ts';
import { failedWith } from '../api/problem.ts';
import {
  createCheckout,
  putStatus,
  readProvider,
  subscriptionKeys,
  subscriptionStatusQuery,
  updateSubscription,
} from '../api/subscriptions.ts';
import { forget, keep, readKept } from '../lib/tab-storage.ts';
import { openTab, PLAN_CHANGES, UPDATED, type WaitingTab } from '../plans/plan-acts.ts';
import { toast } from '../ui/toast.tsx';
import { isBought } from './plan-words.ts';

/** The polling interval in milliseconds while a checkout is open. */
const ASKED_EVERY_MS = 2_000;
/** A checkout expires at the payment provider after this many milliseconds. */
const LASTS_MS = 24 * 3_600_000;
const KEPT_AS = 'checkout';

export interface OpenCheckout {
  readonly plan: PlanName;
  readonly url: string;
  /** When it was opened, in milliseconds since the epoch. */
  readonly at: number;
}

function keptCheckout(): OpenCheckout | null {
  const one = readKept(KEPT_AS) as Partial<OpenCheckout> | null;
  if (!one || typeof one.url !== 'string' || typeof one.at !== 'number' || Date.now() - one.at > LASTS_MS) return null;
  return PLAN_NAMES.includes(one.plan as PlanName) ? (one as OpenCheckout) : null;
}

/**
 * The checkout that is open in another tab. While it is open, the status is polled every 2 s, even if this tab is in the
 * background, so that the new plan appears without a reload. It survives a reload of this tab.
 */
export function useCheckout() {
  const client = useQueryClient();
  const [open, setOpen] = useState(keptCheckout);
  const status = useQuery({
    ...subscriptionStatusQuery(),
    refetchOnWindowFocus: 'always',
    ...(open ? { refetchInterval: ASKED_EVERY_MS, refetchIntervalInBackground: true } : {}),
  }).data;

  const end = useCallback(() => {
    forget(KEPT_AS);
    setOpen(null);
  }, []);
  useEffect(() => {
    if (!open || !status || !isBought(open.plan, status)) return;
    end();
    putStatus(client, status);
    toast.success(UPDATED, { id: 'subscription' });
  }, [client, open, status, end]);

  // The provider's event may be late. So when the person returns from the checkout, the server reads the provider at once.
  useEffect(() => {
    if (!open) return;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      readProvider()
        .then((read) => putStatus(client, read))
        .catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client, open]);

  return {
    open,
    begin: (plan: PlanName, url: string) => {
      const one = { plan, url, at: Date.now() };
      keep(KEPT_AS, one);
      setOpen(one);
    },
    end,
  };
}

interface Choice {
  readonly plan: PlanName;
  /** Whether the person buys Pro during its trial. */
  readonly keep: boolean;
  /** The tab for the checkout. Null: no checkout is expected. */
  readonly tab: WaitingTab | null;
}

/**
 * Sends the chosen plan at once. If it has to be bought, the checkout opens in a new tab, and `onCheckout` receives its
 * address.
 */
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
      // The subscription was changed in another tab, or at the payment provider.
      if (!failedWith(error, 'conflict')) return;
      readProvider()
        .then((status) => putStatus(client, status))
        .catch(() => undefined);
    },
  });
  return {
    /**
     * `isBuying`: whether a checkout is expected. Then its tab is opened while the press is handled, because browsers
     * block later ones.
     */
    choose: (plan: PlanName, { isBuying, keep }: { isBuying: boolean; keep: boolean }) =>
      choosing.mutate({ plan, keep, tab: isBuying ? openTab() : null }),
    choosing: choosing.isPending ? choosing.variables.plan : null,
    error: choosing.error,
    /** Whether opening the checkout for Pro during the trial has failed. */
    keep: choosing.variables?.keep === true,
    reset: choosing.reset,
  };
}
