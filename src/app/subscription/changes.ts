import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type SalesMessage, salesDecider } from '../../domain/subscription/decide.ts';
import { salesStream } from '../../domain/subscription/sales-events.ts';
import type { Running, SubscriptionState } from '../../domain/subscription/state.ts';
import { type BilledPlan, BillingUnavailable, PaymentDeclined } from '../../ports/billing.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { requestDelivery } from '../delivery/requests.ts';
import { countWithin } from '../email/daily-limits.ts';
import { latest } from '../task/task-send.ts';
import { openCheckoutLocked } from './checkout.ts';
import { BY_READ, type Changed, keyOf, type Read, readLocked, sendSubscription, withSubscriptionLock } from './reading.ts';

const conflict = (message: string): RuleViolation => new RuleViolation('conflict', message);
const NOTHING_TO_CANCEL = 'There is nothing to cancel.';

/**
 * Cancels the plan at the end of its period, or ends the trial at once.
 * @throws RuleViolation conflict, BillingUnavailable
 */
export const cancelSubscription = (app: App, caller: Caller): Promise<Changed> =>
  withSubscriptionLock(app, caller.owner, async () => {
    const read = await readLocked(app, caller, BY_READ);
    if (read.state.running === null) return sendSubscription(app, caller, { type: 'CancelTrial', now: app.clock.now() });
    return cancelLocked(app, caller, read);
  });

/** Cancelling a plan that is cancelled already changes nothing. */
async function cancelLocked(app: App, caller: Caller, { state, position }: Read): Promise<Read> {
  const { running, customer } = state;
  if (running === null || customer === null) throw conflict(NOTHING_TO_CANCEL);
  if (running.cancel_at_period_end) return { state, position };
  await app.billing.cancelAtPeriodEnd({ owner: caller.owner, customer, id: running.id });
  return readLocked(app, caller, BY_READ);
}

/**
 * Takes back a cancellation, or a planned change to another plan.
 * @throws RuleViolation conflict, BillingUnavailable
 */
export const resumeSubscription = (app: App, caller: Caller): Promise<Changed> =>
  withSubscriptionLock(app, caller.owner, async () => {
    const { running, customer } = (await readLocked(app, caller, BY_READ)).state;
    if (running === null || customer === null || !(running.cancel_at_period_end || running.pending !== null))
      throw conflict('There is nothing to take back.');
    await app.billing.resume({ owner: caller.owner, customer, id: running.id });
    return readLocked(app, caller, BY_READ);
  });

export type Chosen = { readonly position: Position | null } & (
  | { readonly url: string }
  | { readonly plan: 'free' | BilledPlan; readonly effective_at: string }
);

/**
 * Changes to another plan: from Free through a checkout, to a higher plan at once, to a lower plan or to Free at the end of the paid
 * period.
 * @throws RuleViolation conflict, payment_failed; BillingUnavailable
 */
export const choosePlan = (app: App, caller: Caller, plan: 'free' | BilledPlan, origin: string): Promise<Chosen> =>
  withSubscriptionLock(app, caller.owner, async () => {
    const read = await readLocked(app, caller, BY_READ);
    const { running, customer } = read.state;
    if ((running?.plan ?? 'free') === plan) throw conflict('This is your plan already.');
    if (running === null || customer === null) {
      if (plan === 'free') throw conflict('This is your plan already.');
      return openCheckoutLocked(app, caller, plan, origin);
    }
    if (plan === 'free') {
      const { state, position } = await cancelLocked(app, caller, read);
      return { position, plan, effective_at: state.running?.period_end ?? app.clock.now() };
    }
    if (running.past_due_until !== null) throw conflict('The last payment failed. Pay it first, in the billing portal.');
    return plan === 'pro' ? changeUp(app, caller, read.state, running, customer) : changeDown(app, caller, running, customer, plan);
  });

async function changeUp(app: App, caller: Caller, state: SubscriptionState, { id }: Running, customer: string): Promise<Chosen> {
  const plan = 'pro';
  const ask = { owner: caller.owner, customer, id, plan, key: keyOf('change', id, state.version) } as const;
  try {
    await app.billing.changeNow(ask);
  } catch (error) {
    if (error instanceof PaymentDeclined) await refuseDeclined(app, caller, plan);
    if (!(error instanceof BillingUnavailable)) throw error;
    // The answer was lost, but the provider may have made the change.
    const { state: after, position } = await readLocked(app, caller, BY_READ);
    if (after.running?.plan !== plan) throw error;
    return { position, plan, effective_at: app.clock.now() };
  }
  return { position: (await readLocked(app, caller, BY_READ)).position, plan, effective_at: app.clock.now() };
}

/**
 * Records the declined payment, so that the provider sees the next try as a new one.
 * @throws RuleViolation payment_failed
 */
async function refuseDeclined(app: App, caller: Caller, plan: BilledPlan): Promise<never> {
  await sendSubscription(app, caller, { type: 'NoteDeclined', plan, cause: BY_READ.cause });
  throw new RuleViolation('payment_failed', 'The card was declined, and nothing was changed. Change the card in the billing portal.');
}

async function changeDown(
  app: App,
  caller: Caller,
  { id, period_end, pending }: Running,
  customer: string,
  plan: BilledPlan,
): Promise<Chosen> {
  if (pending?.plan === plan) return { position: null, plan, effective_at: pending.at };
  await app.billing.changeAtPeriodEnd({ owner: caller.owner, customer, id, plan });
  const { state, position } = await readLocked(app, caller, BY_READ);
  return { position, plan, effective_at: state.running?.pending?.at ?? period_end };
}

/**
 * Starts the trial of Pro.
 * @throws RuleViolation trial_used, conflict
 */
export const startTrial = async (app: App, caller: Caller): Promise<Changed> =>
  sendSubscription(app, caller, { type: 'StartTrial', now: app.clock.now() });

const DAILY = { key: 'sales', most: 10, sentence: 'You can write to us at most 10 times in 24 hours.' } as const;
/** How long the program tries to send the mail. */
const LIFETIME = 7 * DAY_MS;

/**
 * Sends a message to the operator by mail, once for each id.
 * @throws RuleViolation rate_limited
 */
export async function contactSales(app: App, caller: Caller, message: SalesMessage, id: string): Promise<Position | null> {
  const { owner } = caller;
  await countWithin(app, owner, DAILY);
  const { position } = await handle(app, salesDecider, salesStream(id), message, contextOf(caller));
  const data = { channel: 'mail', kind: 'contact_sales', user_id: owner, expires_at: later(app.clock.now(), LIFETIME) } as const;
  const request = { data, private: { to: app.operatorEmail, name: '' } };
  return latest([position, await requestDelivery(app, id, request, contextOf(caller))]);
}
