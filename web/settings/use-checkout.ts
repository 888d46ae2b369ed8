import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { PLAN_NAMES, type PlanName } from '../../src/contracts/plan.ts';
import { putStatus, readProvider, subscriptionStatusQuery } from '../api/subscriptions.ts';
import { forget, keep, readKept } from '../lib/tab-storage.ts';
import { UPDATED } from '../plans/use-plan-acts.ts';
import { toast } from '../ui/toast.tsx';
import { isBought } from './plan-words.ts';

/** Milliseconds between two looks while a checkout is open. */
const OFTEN = 2_000;
/** Milliseconds after which a checkout is over at the payment provider. */
const LASTS = 24 * 3_600_000;
const NAME = 'checkout';

export interface OpenCheckout {
  readonly plan: PlanName;
  readonly url: string;
  /** When it was opened, in milliseconds since the epoch. */
  readonly at: number;
}

function kept(): OpenCheckout | null {
  const one = readKept(NAME) as Partial<OpenCheckout> | null;
  if (!one || typeof one.url !== 'string' || typeof one.at !== 'number' || Date.now() - one.at > LASTS) return null;
  return PLAN_NAMES.includes(one.plan as PlanName) ? (one as OpenCheckout) : null;
}

/**
 * The checkout that is open in another tab. While there is one the status is asked every 2 s, also when this tab is in the
 * background, so that the new plan is shown without a reload; it outlasts a reload of this tab.
 */
export function useCheckout() {
  const client = useQueryClient();
  const [open, setOpen] = useState(kept);
  const status = useQuery({
    ...subscriptionStatusQuery(),
    refetchOnWindowFocus: 'always',
    ...(open ? { refetchInterval: OFTEN, refetchIntervalInBackground: true } : {}),
  }).data;

  const end = useCallback(() => {
    forget(NAME);
    setOpen(null);
  }, []);
  useEffect(() => {
    if (!open || !status || !isBought(open.plan, status)) return;
    end();
    putStatus(client, status);
    toast.success(UPDATED, { id: 'subscription' });
  }, [client, open, status, end]);

  // Who comes back from the checkout does not wait for the provider's message, which may be late.
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
      keep(NAME, one);
      setOpen(one);
    },
    end,
  };
}
