import { DAY, plus } from '../calendar/instant.ts';
import type { Actor, Decided } from '../kernel/event.ts';
import type { Cause, PaidPlan, Pending } from './event-data.ts';
import type { SubscriptionEvent } from './events.ts';
import type { Running, SubscriptionState } from './state.ts';

export interface Observed {
  readonly id: string;
  /** Null: the program does not know the price. */
  readonly plan: PaidPlan | null;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly started_at: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly cancel_at_period_end: boolean;
  readonly pending: Pending;
}

/**
 * The result of a read at the provider: every subscription of the customer. The program never makes two reads of one account at once, so
 * this result is the newest. `since`: the time of the provider's event that led to the read; null: no event led to it.
 */
export interface Observe {
  readonly type: 'Observe';
  readonly now: string;
  readonly cause: Cause;
  readonly since: string | null;
  readonly subscriptions: readonly Observed[];
}

/** How long a plan continues after a payment failed. */
const GRACE = 7 * DAY;
const PROVIDER: Actor = { kind: 'provider', id: null };

type Known = Observed & { readonly plan: PaidPlan };
type Events = readonly Decided<SubscriptionEvent>[];

export function decideObserved(command: Observe, state: SubscriptionState): Events {
  const { running, duplicates } = state;
  const alive = command.subscriptions
    .filter(({ id, status }) => status !== 'ended' && duplicates[id] === undefined)
    .map((one): Observed => (one.plan === null && one.id === running?.id ? { ...one, plan: running.plan } : one))
    .filter((one): one is Known => one.plan !== null)
    .toSorted((a, b) => (a.started_at < b.started_at || (a.started_at === b.started_at && a.id < b.id) ? -1 : 1));
  const kept = alive.find(({ id }) => id === running?.id) ?? alive[0] ?? null;
  const events: readonly Decided<SubscriptionEvent>[] = [
    ...(running !== null && kept?.id !== running.id ? [ended(running, command)] : []),
    ...(kept === null ? [] : kept.id === running?.id ? differences(kept, running, command) : activated(kept, state, command)),
    ...alive
      .filter((one) => one !== kept)
      .map(({ id }) => ({ type: 'DuplicateSubscriptionFound', data: { subscription_id: id, cause: command.cause } }) as const),
  ];
  return events.map((event) => ({ ...event, by: PROVIDER }));
}

function ended({ id, plan, past_due_until, cancel_at_period_end }: Running, { cause }: Observe): Decided<SubscriptionEvent> {
  const why = past_due_until !== null ? 'unpaid' : cancel_at_period_end ? 'cancelled' : 'provider';
  return { type: 'SubscriptionEnded', data: { subscription_id: id, plan, why, cause } };
}

const termsOf = ({ plan, period_end, cancel_at_period_end, pending }: Known | Running) => ({
  plan: plan as PaidPlan,
  period_end,
  cancel_at_period_end,
  pending,
});

function activated(kept: Known, { trial_ends_at }: SubscriptionState, command: Observe): Events {
  const { cause } = command;
  return [
    ...(trial_ends_at === null ? [] : [{ type: 'TrialEnded', data: { how: 'bought', cause } } as const]),
    { type: 'SubscriptionActivated', data: { subscription_id: kept.id, ...termsOf(kept), cause } },
    ...(kept.status === 'past_due' ? [pastDue(kept, command)] : []),
  ];
}

function differences(kept: Known, running: Running, command: Observe): Events {
  const { cause } = command;
  const isPaidAgain = kept.status === 'active' && running.past_due_until !== null;
  const isCancelled = kept.cancel_at_period_end && !running.cancel_at_period_end;
  const isOther =
    kept.plan !== running.plan ||
    !isSamePending(kept.pending, running.pending) ||
    (running.cancel_at_period_end && !kept.cancel_at_period_end) ||
    kept.period_end !== running.period_end;
  const becamePastDue = kept.status === 'past_due' && running.past_due_until === null;
  const changes = isPaidAgain || (isOther && !(isCancelled && kept.plan === running.plan));
  const was = termsOf(running);
  const { past_due_until } = running;
  return [
    ...(changes ? [{ type: 'SubscriptionChanged', data: { subscription_id: kept.id, ...termsOf(kept), was, cause } } as const] : []),
    // A change of the plan records it as paid. If it is not paid, the old grace period continues.
    ...(changes && kept.status === 'past_due' && past_due_until !== null
      ? [{ type: 'SubscriptionPastDue', data: { subscription_id: kept.id, plan: kept.plan, until: past_due_until, cause } } as const]
      : []),
    ...(isCancelled
      ? [
          {
            type: 'SubscriptionCancelled',
            data: { subscription_id: kept.id, plan: kept.plan, ends_at: kept.period_end, cause },
          } as const,
        ]
      : []),
    ...(becamePastDue ? [pastDue(kept, command)] : []),
  ];
}

const isSamePending = (a: Pending, b: Pending): boolean => a?.plan === b?.plan && a?.at === b?.at;

/** The grace period begins with the provider's event, but not before the unpaid period. */
function pastDue({ id, plan, period_start }: Known, { cause, since, now }: Observe): Decided<SubscriptionEvent> {
  const from = since === null || since > now ? now : since < period_start && period_start <= now ? period_start : since;
  return { type: 'SubscriptionPastDue', data: { subscription_id: id, plan, until: plus(from, GRACE), cause } };
}
