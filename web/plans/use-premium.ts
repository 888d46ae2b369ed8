import { useQuery } from '@tanstack/react-query';
import { isPremium, type SubscriptionStatus, subscriptionStatusQuery } from '../api/subscriptions.ts';

/**
 * Whether premium features are open. `past`: they were, and what was made then stays readable. Null: it is not known yet.
 */
export type Premium = 'open' | 'past' | 'closed' | null;

export function premiumOf(status: SubscriptionStatus | null | undefined): Premium {
  if (status === undefined) return null;
  if (isPremium(status)) return 'open';
  return status !== null && status.status !== 'none' ? 'past' : 'closed';
}

export const usePremium = (): Premium => premiumOf(useQuery(subscriptionStatusQuery()).data);
