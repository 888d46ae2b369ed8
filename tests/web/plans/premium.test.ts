import { expect, test } from 'vitest';
import { PLANS } from '../../../src/contracts/plan.ts';
import type { SubscriptionStatus } from '../../../web/api/subscriptions.ts';
import { dollars, priceWords } from '../../../web/plans/price.ts';
import { premiumOf } from '../../../web/plans/use-premium.ts';

test('prices are said without needless cents', () => {
  expect([0, 500, 1_999].map(dollars)).toEqual(['$0', '$5', '$19.99']);
  expect(PLANS.map(priceWords)).toEqual(['free', '$5 a month', '$10 a month']);
});

test('premium is open, was open once, or is closed; a failed status is closed', () => {
  const status = (own: Partial<SubscriptionStatus>) => ({ isPremium: false, status: 'none', ...own }) as SubscriptionStatus;
  expect(premiumOf(undefined)).toBeNull();
  expect(premiumOf(null)).toBe('closed');
  expect(premiumOf(status({}))).toBe('closed');
  expect(premiumOf(status({ status: 'canceled' }))).toBe('past');
  expect(premiumOf(status({ status: 'active', isPremium: true }))).toBe('open');
});
