import { derivedId } from '../../domain/kernel/derived-ids.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { Cause } from '../../domain/subscription/event-data.ts';
import type { SubscriptionState } from '../../domain/subscription/state.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest } from '../task/task-send.ts';
import { loadSubscription, sendSubscription, withSubscriptionLock } from './commands.ts';

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
