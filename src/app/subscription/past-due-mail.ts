import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { SubscriptionPastDue } from '../../domain/subscription/events.ts';
import { createLookup } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import { requestDelivery } from '../delivery/request-delivery.ts';
import { keyOf } from './reading.ts';

/**
 * Requests the one mail about a failed payment. Its id is made from the subscription and the end of the grace period, so that there is only
 * one.
 */
export async function tellOfPastDue(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id: correlationId } = event.metadata;
  if (!isEvent(event, SubscriptionPastDue) || owner === null) return null;
  const { load, identity } = createLookup(app);
  const account = await load(owner);
  if (account.status !== 'confirmed') return null;
  const { email: to, name } = await identity(owner, account);
  const { subscription_id, until } = event.data;
  const data = { channel: 'mail', kind: 'subscription_past_due', user_id: owner, expires_at: until } as const;
  const context = { owner, actor: SYSTEM, correlationId, causationId: event.id };
  return requestDelivery(app, keyOf('past due', subscription_id, until), { data, private: { to, name } }, context);
}
