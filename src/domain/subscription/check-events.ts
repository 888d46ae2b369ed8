import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';

export const SubscriptionChecked = defineEvent({
  type: 'SubscriptionChecked',
  startsStream: true,
  publicName: 'subscription.checked',
  label: 'Plan checked',
  meaning: 'The provider was read for what no webhook told. It happens once a day and at the end of each period while a plan is paid for.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({ changed: z.boolean().describe('Whether there was something new.') }),
  example: { data: { changed: false } },
});

export type SubscriptionChecked = EventOf<typeof SubscriptionChecked>;
export const SUBSCRIPTION_CHECK_EVENTS = [SubscriptionChecked] as const;

/** There is one stream for each account and instant at which a check was due, so that the stream of the subscription stays short. */
export const subscriptionChecks = defineStream('subscription_check');
export const subscriptionCheckStream = (userId: string, dueAt: string): string => subscriptionChecks(`${userId}-${dueAt}`);
