import { z } from 'zod';
import { declareCall, jsonBody, optionalJsonBody, rawBody } from '../call.ts';
import { accountMessage } from '../settings.ts';
import {
  checkoutBody,
  contactSalesBody,
  invoice,
  plan,
  planChange,
  providerPage,
  subscriptionSettings,
  subscriptionSettingsBody,
  subscriptionStatus,
} from '../subscription.ts';

const TAG = 'Subscriptions';
const common = { tag: TAG, access: 'user' } as const;
const STATUS = { description: 'The plan and its state', schema: subscriptionStatus } as const;
const PAGE = { description: 'A page of the payment provider', schema: providerPage } as const;
/** The greatest size of an event, in bytes. */
const MAX_EVENT = 1_048_576;

export const listPlans = declareCall({
  method: 'GET',
  path: '/api/subscriptions/plans',
  tag: TAG,
  access: 'anyone',
  summary: 'The catalogue of plans',
  replies: { 200: { description: 'The plans', schema: z.array(plan), etag: true } },
});

export const readStatus = declareCall({
  ...common,
  method: 'GET',
  path: '/api/subscriptions/status',
  summary: 'The plan, and whether it is paid, on trial or past due',
  failure: 'Failed to fetch subscription status',
  replies: { 200: { ...STATUS, etag: true } },
});

export const startTrial = declareCall({
  ...common,
  method: 'POST',
  path: '/api/subscriptions/trial',
  summary: 'Start the trial of Pro: 14 days, once for each account, without a card',
  failure: 'Failed to start the trial',
  replies: { 200: STATUS },
  refusals: ['trial_used', 'conflict'],
});

export const openCheckout = declareCall({
  ...common,
  method: 'POST',
  path: '/api/subscriptions/checkout-session',
  secrets: ['url'],
  summary: 'Open the page on which a plan is bought',
  description: 'Two calls at once give the same page.',
  failure: 'Failed to create checkout session',
  body: optionalJsonBody(checkoutBody),
  replies: { 200: PAGE },
  refusals: ['conflict', 'unavailable'],
});

export const readProvider = declareCall({
  ...common,
  method: 'POST',
  path: '/api/subscriptions/update-status',
  summary: 'Read the plan at the payment provider',
  description: 'A body is not looked at: what a client says about its plan changes nothing.',
  failure: 'Failed to fetch subscription status',
  replies: { 200: STATUS },
  refusals: ['unavailable'],
});

export const cancelSubscription = declareCall({
  ...common,
  method: 'POST',
  path: '/api/subscriptions/cancel',
  summary: 'Cancel the plan with the end of its period, or end the trial at once',
  failure: 'Failed to cancel subscription',
  replies: { 200: STATUS },
  refusals: ['conflict', 'unavailable'],
});

export const resumeSubscription = declareCall({
  ...common,
  method: 'POST',
  path: '/api/subscriptions/resume',
  summary: 'Take back a cancellation, or the plan that was to follow',
  failure: 'Failed to update subscription',
  replies: { 200: STATUS },
  refusals: ['conflict', 'unavailable'],
});

export const openPortal = declareCall({
  ...common,
  method: 'POST',
  path: '/api/subscriptions/portal-session',
  secrets: ['url'],
  summary: 'Open the page with what was paid, and with the card',
  failure: 'Failed to open billing portal',
  replies: { 200: PAGE },
  refusals: ['conflict', 'unavailable'],
});

export const listInvoices = declareCall({
  ...common,
  method: 'GET',
  path: '/api/subscriptions/invoices',
  summary: 'The invoices, newest first',
  failure: 'Failed to fetch invoices',
  replies: { 200: { description: 'Invoices', schema: z.array(invoice) } },
  refusals: ['unavailable'],
});

export const readPlan = declareCall({
  method: 'GET',
  path: '/api/settings/subscription',
  tag: 'Settings',
  access: 'user',
  summary: 'The plan',
  description: 'The plan that is paid for. In a trial it is Free, so that Pro can be bought.',
  failure: 'Failed to fetch subscription',
  replies: { 200: { description: 'The plan', schema: subscriptionSettings, etag: true } },
});

export const choosePlan = declareCall({
  method: 'POST',
  path: '/api/settings/subscription',
  tag: 'Settings',
  access: 'user',
  secrets: ['url'],
  summary: 'Choose a plan',
  description:
    'From Free to a paid plan the answer is the page on which it is bought. To a dearer plan it is changed at once, and the difference is invoiced; to a cheaper one and to Free with the end of the period that is paid.',
  failure: 'Failed to update subscription',
  body: jsonBody(subscriptionSettingsBody),
  replies: { 200: { description: 'Where it is bought, or from when it holds', schema: planChange } },
  refusals: ['conflict', 'payment_failed', 'unavailable'],
});

export const contactSales = declareCall({
  ...common,
  method: 'POST',
  path: '/api/contact-sales',
  summary: 'Write to us about something that no plan has',
  description: 'It goes to the operator by mail, and the answer comes to your address.',
  failure: 'Failed to send the message',
  body: jsonBody(contactSalesBody),
  replies: { 202: { description: 'On its way', schema: accountMessage } },
  refusals: ['rate_limited'],
});

export const takeBillingEvent = declareCall({
  method: 'POST',
  path: '/api/webhooks/stripe',
  tag: TAG,
  access: 'anyone',
  summary: 'Signed events of the payment provider',
  description:
    'What an event says is not believed: the provider is read. So events may be repeated, unknown and out of order. If the provider cannot be read, the answer is 503, and the event comes again.',
  headers: z.object({ 'stripe-signature': z.string().meta({ description: 'As the provider signs: `t=…,v1=…`.' }) }),
  body: rawBody({ maxBytes: MAX_EVENT, media: ['application/json'] }),
  replies: { 200: { description: 'Taken', schema: z.object({ received: z.literal(true) }) } },
  refusals: ['malformed', 'unavailable'],
});
