import { advanceSubscription } from '../app/subscription/upkeep.ts';
import { DuplicateSubscriptionFound, SUBSCRIPTION_CHECK_EVENTS, SUBSCRIPTION_EVENTS } from '../domain/subscription/events.ts';
import { SALES_EVENTS } from '../domain/subscription/sales-events.ts';
import { billingRoutes, billingWebhook, salesRoutes, statusRoutes, subscriptionSettingsRoutes } from '../http/routes/subscription.ts';
import { dueKind } from '../jobs/work.ts';
import { ownerMail } from '../messages/sending/message-kind.ts';
import { salesMail } from '../messages/subscription/contact-sales.ts';
import { pastDueMail } from '../messages/subscription/past-due.ts';
import { subscriptions } from '../projections/subscription.ts';
import { ownerHearsOfPastDue } from '../reactors/account.ts';
import { subscriptionPart } from '../reports/bundle/account.ts';
import type { Feature } from './feature.ts';

/** Plans: the trial, and the paid plans at the payment provider. */
export const subscription: Feature = {
  name: 'subscription',
  events: [...SUBSCRIPTION_EVENTS, ...SUBSCRIPTION_CHECK_EVENTS, ...SALES_EVENTS],
  projections: [subscriptions],
  // The settings contain the plan.
  live: { subscription: [subscriptions], settings: [subscriptions] },
  dueWork: [
    // A trial that ends, or a plan that must be read at the payment provider; `id` is the owner.
    dueKind({
      kind: 'subscription',
      order: 95,
      projection: subscriptions,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ app }, { owner, next_at }) => advanceSubscription(app, owner, next_at),
      promptedBy: [DuplicateSubscriptionFound],
    }),
  ],
  reactors: [ownerHearsOfPastDue],
  routes: (deps, site) => [
    ...statusRoutes(deps),
    ...billingRoutes(deps, site),
    ...subscriptionSettingsRoutes(deps, site),
    ...billingWebhook(deps),
    ...salesRoutes(deps),
  ],
  messages: [ownerMail('subscription_past_due', pastDueMail), ownerMail('contact_sales', salesMail)],
  bundleParts: [subscriptionPart],
};
