import { z } from 'zod';
import { sentence } from '../../contracts/words/isolated.ts';
import { type Described, defineEvent, defineStream, type EventOf, id, SEALED_EXAMPLE, sealed } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const SUBSCRIPTION = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
// No webhook carries these events: nobody else needs to know in which browsers somebody reads.
const common = { since: '0.1.0', history: 'account', webhook: false } as const;

const subscriptionTexts = z.strictObject({ name: z.string().describe('What the owner calls the browser.') });
export type SubscriptionTexts = Described<typeof subscriptionTexts>;

const subscription_id = id.describe('The subscription.');

export const PushSubscribed = defineEvent({
  ...common,
  type: 'PushSubscribed',
  startsStream: true,
  publicName: 'push.subscribed',
  label: 'Push allowed',
  meaning: 'The owner allowed pushes to a browser, or renamed it. Its endpoint and keys are in no event.',
  data: z.strictObject({ subscription_id }),
  private: subscriptionTexts,
  example: { data: { subscription_id: SUBSCRIPTION }, private: { name: 'Firefox on Linux' } },
  detail: ({ after }) => nameIn(after),
  changes: (_data, { private: texts }) => (texts === null ? {} : { sealedAfter: { name: texts } }),
});

export const PushUnsubscribed = defineEvent({
  ...common,
  type: 'PushUnsubscribed',
  publicName: 'push.unsubscribed',
  label: 'Push ended',
  meaning: 'No more pushes go to a browser.',
  data: z.strictObject({
    subscription_id,
    name: sealed<SubscriptionTexts>().nullable().describe('What the owner called the browser.'),
    how: z
      .enum(['owner', 'gone', 'moved'])
      .describe(
        '`owner`: they removed it. `gone`: the push service says that it has ended. `moved`: another account uses the browser now.',
      ),
  }),
  example: { data: { subscription_id: SUBSCRIPTION, name: SEALED_EXAMPLE, how: 'owner' } },
  detail: ({ before }) => nameIn(before),
  changes: ({ name }) => ({ sealedBefore: { name } }),
});

const nameIn = ({ name }: Readonly<Record<string, unknown>>): string | null => (typeof name === 'string' ? sentence`‘${name}’.` : null);

export const PUSH_EVENTS = [PushSubscribed, PushUnsubscribed] as const;
export type PushEvent = EventOf<(typeof PUSH_EVENTS)[number]>;
export type RecordedPushEvent = RecordedOf<PushEvent>;
export const pushStream = defineStream('push');
