import { v5 } from 'uuid';
import type { Position } from '../../domain/kernel/event.ts';
import type { Cause } from '../../domain/subscription/event-data.ts';
import type { SubscriptionState } from '../../domain/subscription/state.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest } from '../task/task-send.ts';
import { loadSubscription, sendSubscription, withSubscriptionLock } from './commands.ts';

/** Of what is asked of the provider: one key for one thing. */
const KEYS = '6b1f6e0a-6a6e-5d4e-9c0d-0f8f0b8f1a55';
/** The key under which the provider does a thing once. */
export const keyOf = (...what: readonly (string | number)[]): string => v5(what.join(' '), KEYS);

/** Why the provider is read. `since`: when that happened of which its event tells; null: no event tells of it. */
export interface Reason {
  readonly cause: Cause;
  readonly since: string | null;
}
export const BY_READ: Reason = { cause: { kind: 'read', id: null }, since: null };

export interface Read {
  readonly state: SubscriptionState;
  /** Of the last event that was written; null: the provider told nothing new. */
  readonly position: Position | null;
}

/**
 * Reads an owner's subscriptions at the provider, and records what is new. What was paid twice is ended and refunded. The caller
 * holds the owner's turn. @throws BillingUnavailable
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

/** The same, in the owner's turn. */
export const readSubscription = (app: App, caller: Caller, reason: Reason = BY_READ): Promise<Read> =>
  withSubscriptionLock(app, caller.owner, () => readLocked(app, caller, reason));

/** The provider is asked first, so that a refund that was recorded was made. A crash in between repeats it under its key. */
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

/** Where a plan is running, or the time is over, an open checkout can be paid no longer. */
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
