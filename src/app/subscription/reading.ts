import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { type Context, type Handled, handle } from '../../domain/kernel/handle.ts';
import { type SubscriptionCommand, subscriptionDecider } from '../../domain/subscription/decide.ts';
import { type Cause, subscriptionStream } from '../../domain/subscription/events.ts';
import type { SubscriptionState } from '../../domain/subscription/state.ts';
import type { BillingInvoice } from '../../ports/billing.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { latest } from '../task/task-send.ts';

export interface Changed {
  readonly position: Position | null;
}

export const loadSubscription = ({ store }: Pick<App, 'store'>, owner: string): Promise<SubscriptionState> =>
  readState(store, subscriptionDecider, subscriptionStream(owner));

export const sendSubscription = (app: App, caller: Caller, command: SubscriptionCommand): Promise<Handled<SubscriptionState>> =>
  handle(app, subscriptionDecider, subscriptionStream(caller.owner), command, contextOf(caller));

/**
 * Runs work on the subscription of one account one piece after the other. So reads at the provider are recorded in the order in which they
 * were made, and two clicks at once make one request to the provider.
 */
export const withSubscriptionLock = <T>(app: Pick<App, 'store' | 'shared'>, owner: string, work: () => Promise<T>): Promise<T> =>
  withOwnerLock(app, owner, work, 'subscription');

/** The program as the caller, when it works on a subscription without the owner. */
export const bySystem = (owner: string, correlationId: string): Caller & Context => ({
  owner,
  actor: SYSTEM,
  correlationId,
  causationId: null,
});

/** The provider does a request only once for each key. */
export const keyOf = (...what: readonly (string | number)[]): string => derivedId('billing_key', ...what);

/** Why the program reads at the provider. `since`: the time of the event that caused the read; null: no event did. */
export interface Reason {
  readonly cause: Cause;
  readonly since: string | null;
}
export const BY_READ: Reason = { cause: { kind: 'read', id: null }, since: null };

export interface Read {
  readonly state: SubscriptionState;
  readonly position: Position | null;
}

/**
 * Reads an owner's subscriptions at the provider, and records what is new. A subscription that was paid twice is ended and refunded. The
 * caller holds the lock of the subscription.
 * @throws BillingUnavailable
 */
export async function readLocked(app: App, caller: Caller, { cause, since }: Reason): Promise<Read> {
  const { owner } = caller;
  const { customer } = await loadSubscription(app, owner);
  if (customer === null) return { state: await loadSubscription(app, owner), position: null };
  const subscriptions = await app.billing.subscriptions({ owner, customer });
  const command = { type: 'Observe', now: app.clock.now(), cause, since, subscriptions } as const;
  const observed = await sendSubscription(app, caller, command);
  const refunded = await refundDuplicates(app, caller, observed.state, customer);
  const closed = await closeCheckout(app, caller, observed.state, customer);
  const position = latest([observed.position, refunded, closed]);
  return position === null ? { state: observed.state, position } : { state: await loadSubscription(app, owner), position };
}

/** Like `readLocked`, but takes the lock itself. */
export const readSubscription = (app: App, caller: Caller, reason: Reason = BY_READ): Promise<Read> =>
  withSubscriptionLock(app, caller.owner, () => readLocked(app, caller, reason));

/**
 * The refund is made first and recorded afterwards, so that a recorded refund was really made. After a crash in between, the repetition has
 * the same key and does nothing more.
 */
async function refundDuplicates(app: App, caller: Caller, { duplicates }: SubscriptionState, customer: string): Promise<Position | null> {
  let position: Position | null = null;
  for (const [id, became] of Object.entries(duplicates)) {
    if (became !== 'found') continue;
    await app.billing.endAndRefund({ owner: caller.owner, customer, id, key: keyOf('refund', id) });
    const noted = await sendSubscription(app, caller, { type: 'NoteRefunded', subscription_id: id, cause: BY_READ.cause });
    position = noted.position ?? position;
  }
  return position;
}

/** When a plan is running or the time is over, nobody can pay for an open checkout any more. */
async function closeCheckout(
  app: App,
  caller: Caller,
  { checkout, running }: SubscriptionState,
  customer: string,
): Promise<Position | null> {
  if (checkout === null || (running === null && checkout.expires_at > app.clock.now())) return null;
  await app.billing.expireCheckout({ owner: caller.owner, customer, id: checkout.id });
  return (await sendSubscription(app, caller, { type: 'NoteCheckoutClosed', id: checkout.id })).position;
}

/**
 * An owner's invoices, newest first; none for an owner who never bought anything.
 * @throws BillingUnavailable
 */
export async function invoicesOf(app: App, owner: string): Promise<readonly BillingInvoice[]> {
  const { customer } = await loadSubscription(app, owner);
  return customer === null ? [] : app.billing.invoices({ owner, customer });
}
