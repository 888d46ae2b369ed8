import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { SubscriptionState } from '../../domain/subscription/state.ts';
import type { BilledPlan } from '../../ports/billing.ts';
import { createLookup } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { BY_READ, keyOf, loadSubscription, readLocked, sendSubscription, withSubscriptionLock } from './reading.ts';

export interface OpenedPage {
  readonly url: string;
  readonly position: Position | null;
}

/**
 * The page where a plan can be bought. Two simultaneous requests get the same page. `origin`: that of the program.
 * @throws RuleViolation conflict while a plan is running; BillingUnavailable
 */
export const openCheckout = (app: App, caller: Caller, plan: BilledPlan, origin: string): Promise<OpenedPage> =>
  withSubscriptionLock(app, caller.owner, () => openCheckoutLocked(app, caller, plan, origin));

/** Like `openCheckout`, but the caller holds the lock of the subscription. */
export async function openCheckoutLocked(app: App, caller: Caller, plan: BilledPlan, origin: string): Promise<OpenedPage> {
  const { owner } = caller;
  refuseRunning(await loadSubscription(app, owner));
  // Perhaps the customer has paid, and the provider's event has not arrived yet.
  const { state, position } = await readLocked(app, caller, BY_READ);
  refuseRunning(state);
  const customer = state.customer ?? (await createCustomer(app, caller));
  const open = await stillOpen(app, caller, state, customer, plan, origin);
  if (open !== null) return { url: open, position };
  const key = keyOf('checkout', owner, plan, state.checkouts + 1);
  const { id, url, expires_at } = await app.billing.openCheckout({ owner, customer, plan, origin, key });
  const noted = await sendSubscription(app, caller, { type: 'NoteCheckout', checkout: { id, plan, expires_at } });
  return { url, position: noted.position ?? position };
}

function refuseRunning({ running }: SubscriptionState): void {
  if (running !== null) throw new RuleViolation('conflict', 'You have a plan already. Change it in your settings.');
}

/** The address of the checkout that is open already. A checkout for another plan is closed, so that nobody pays for both. */
async function stillOpen(
  app: App,
  { owner }: Caller,
  { checkout }: SubscriptionState,
  customer: string,
  plan: BilledPlan,
  origin: string,
): Promise<string | null> {
  if (checkout === null) return null;
  if (checkout.plan === plan) return (await app.billing.checkout({ owner, customer, id: checkout.id, origin }))?.url ?? null;
  await app.billing.expireCheckout({ owner, customer, id: checkout.id });
  return null;
}

async function createCustomer(app: App, caller: Caller): Promise<string> {
  const { owner } = caller;
  const { load, identity } = createLookup(app);
  const account = await load(owner);
  if (account.status !== 'confirmed') throw new RuleViolation('not_found', 'There is no such account.');
  const { email } = await identity(owner, account);
  const customer = await app.billing.createCustomer({ owner, email, key: keyOf('customer', owner) });
  await sendSubscription(app, caller, { type: 'NoteCustomer', customer });
  return customer;
}

/**
 * The page where owners see their payments and change their card.
 * @throws RuleViolation conflict, BillingUnavailable
 */
export async function openPortal(app: App, owner: string, origin: string): Promise<{ readonly url: string }> {
  const { customer } = await loadSubscription(app, owner);
  if (customer === null) throw new RuleViolation('conflict', 'You have not bought anything yet, so there is nothing to show.');
  return app.billing.openPortal({ owner, customer, origin });
}
