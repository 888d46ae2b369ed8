import { plus, SECOND } from '../../domain/calendar/dates.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { checkDecider } from '../../domain/subscription/decide.ts';
import { SubscriptionPastDue, subscriptionCheckStream } from '../../domain/subscription/events.ts';
import { type Billing, BillingUnavailable } from '../../ports/billing.ts';
import { ownerOfCustomer } from '../../projections/subscription.ts';
import { createLookup } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { requestDelivery } from '../delivery/requests.ts';
import { latest } from '../task/task-send.ts';
import {
  BY_READ,
  bySystem,
  keyOf,
  loadSubscription,
  readLocked,
  readSubscription,
  sendSubscription,
  withSubscriptionLock,
} from './reading.ts';

/**
 * Takes a signed event of the provider. The program does not rely on its content but reads the subscription at the provider. So the event
 * may come late, twice, or out of order. Returns the position of what was written; 'refused': the signature is not the provider's, or it is
 * too old.
 * @throws BillingUnavailable if the provider cannot be read; the provider then sends the event again
 */
export async function takeBillingEvent(app: App, payload: Buffer, signature: string): Promise<Position | null | 'refused'> {
  const notice = await app.billing.received(payload, signature, app.clock.now());
  if (notice === null) return 'refused';
  const owner = notice.customer === null ? null : await ownerOf(app, notice.customer);
  if (owner === null) return null;
  const reason = { cause: { kind: 'webhook', id: notice.id }, since: notice.at } as const;
  return (await readSubscription(app, bySystem(owner, app.newId()), reason)).position;
}

/** A new customer may not be in the read model yet. */
async function ownerOf(app: App, customer: string): Promise<string | null> {
  const known = await ownerOfCustomer(app.views, customer);
  if (known !== null) return known;
  await app.waitForReadModels(await app.store.head());
  return ownerOfCustomer(app.views, customer);
}

/** After the provider gave no answer, due work does not ask again for this time. Otherwise all other due work would wait for each try. */
const REST = 60 * SECOND;
const restsUntil = new WeakMap<Billing, string>();

/**
 * Does the due work of a subscription: ends the trial, makes the daily read in case a webhook was lost, or ends the grace period. Nothing
 * that is paid for ends without a read. `dueAt`: since when it is due.
 * @throws BillingUnavailable; the work stays due
 */
export async function advanceSubscription(app: App, owner: string, dueAt: string): Promise<Position | null> {
  const { billing, clock } = app;
  const caller = bySystem(owner, app.newId());
  const ended = await sendSubscription(app, caller, { type: 'EndTrial', now: clock.now() });
  if (ended.state.customer === null) return ended.position;
  if ((restsUntil.get(billing) ?? '') > clock.now()) throw new BillingUnavailable('The payment provider gave no answer a moment ago.');
  try {
    return latest([ended.position, await withSubscriptionLock(app, owner, () => check(app, caller, dueAt))]);
  } catch (error) {
    if (error instanceof BillingUnavailable) restsUntil.set(billing, plus(clock.now(), REST));
    throw error;
  }
}

async function check(app: App, caller: Caller, dueAt: string): Promise<Position | null> {
  const { owner } = caller;
  const { state, position } = await readLocked(app, caller, BY_READ);
  const { running, customer } = state;
  if (running === null || customer === null) return position;
  if (running.past_due_until !== null && running.past_due_until <= app.clock.now()) {
    await app.billing.end({ owner, customer, id: running.id });
    return latest([position, (await readLocked(app, caller, BY_READ)).position]);
  }
  return latest([position, await noteChecked(app, caller, dueAt, position !== null)]);
}

async function noteChecked(app: App, caller: Caller, dueAt: string, changed: boolean): Promise<Position | null> {
  const stream = subscriptionCheckStream(caller.owner, dueAt);
  return (await handle(app, checkDecider, stream, changed, contextOf(caller))).position;
}

/**
 * Ends everything at the provider for an account that is being deleted. It can be repeated.
 * @throws BillingUnavailable
 */
export function forgetBilling(app: App, owner: string, correlationId: string): Promise<Position | null> {
  return withSubscriptionLock(app, owner, async () => {
    const { customer, version } = await loadSubscription(app, owner);
    if (version === 0) return null;
    if (customer !== null) await app.billing.forget({ owner, customer });
    return (await sendSubscription(app, bySystem(owner, correlationId), { type: 'NoteForgotten', cause: BY_READ.cause })).position;
  });
}

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
