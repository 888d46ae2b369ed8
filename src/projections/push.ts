import { DeliveryFailed, DeliverySent } from '../domain/delivery/events.ts';
import type { SealedOf } from '../domain/kernel/define-event.ts';
import type { Recorded } from '../domain/kernel/event.ts';
import { required } from '../domain/kernel/records.ts';
import { PushSubscribed, PushUnsubscribed } from '../domain/push/events.ts';
import type { Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import { everything, type Views } from './engine/views.ts';

/** By subscription. */
export type PushSubscriptionDoc = {
  readonly owner: string;
  readonly name: SealedOf<typeof PushSubscribed>;
  readonly created_at: string;
  readonly last_sent_at: string | null;
  /** Why the last push has not arrived, in a sentence; null: it has, or there was none. */
  readonly problem: string | null;
};

function ids({ data }: Recorded): readonly string[] {
  const id = data.subscription_id ?? data.subscription;
  return typeof id === 'string' ? [id] : [];
}

export const pushSubscriptions: Projection<PushSubscriptionDoc> = {
  name: 'push_subscriptions',
  version: 1,
  indexes: [{ name: 'owner', fields: ['owner', 'created_at'] }],
  ids,
  on: folds(
    on(PushSubscribed, (doc, { private: name, metadata }) => ({
      owner: required(metadata.owner, 'owner of a subscription'),
      created_at: doc?.created_at ?? metadata.at,
      last_sent_at: doc?.last_sent_at ?? null,
      problem: doc?.problem ?? null,
      name,
    })),
    on(PushUnsubscribed, (): PushSubscriptionDoc | null => null),
    on(DeliverySent, (doc, { metadata }) => doc && { ...doc, last_sent_at: metadata.at, problem: null }),
    on(DeliveryFailed, (doc, { data }) => doc && { ...doc, problem: data.reason }),
  ),
};

/** In the order in which they were made. */
export const pushSubscriptionsOf = (views: Views, owner: string): Promise<readonly Stored<PushSubscriptionDoc>[]> =>
  everything<PushSubscriptionDoc>(views.documents, views.current(pushSubscriptions.name), {
    index: 'owner',
    equals: [owner],
    order: 'asc',
  });

export const pushSubscription = (views: Views, id: string): Promise<Stored<PushSubscriptionDoc> | null> =>
  views.documents.get<PushSubscriptionDoc>(views.current(pushSubscriptions.name), id);
