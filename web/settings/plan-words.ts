import { type Plan, type PlanName, planNamed, planOf } from '../../src/contracts/plan.ts';
import { clockTime, distance, shortDate } from '../../src/contracts/words/format.ts';
import type { SubscriptionStatus } from '../api/subscriptions.ts';
import { localTime } from '../lib/calendar.ts';
import { priceWords } from '../plans/invitation.tsx';

export interface PlanView {
  /** The paid plan, or Free. */
  readonly paid: PlanName;
  /** Null: the status could not be read. */
  readonly status: SubscriptionStatus | null;
}
interface Here {
  readonly zone: string;
  readonly today: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const isTrial = ({ status }: PlanView): boolean => status?.phase === 'trial';

/** The current plan. In a trial it is Pro, although nothing was paid. */
export const currentPlan = (view: PlanView): PlanName => (isTrial(view) ? 'Pro' : view.paid);

/** `keep`: buys Pro during the trial. `end-trial`: chooses Free during the trial. */
export type CardAct = 'choose' | 'keep' | 'end-trial';
export interface CardState {
  readonly isCurrent: boolean;
  readonly label: string;
  /** Null: the button is disabled. */
  readonly act: CardAct | null;
  /** Whether this plan starts when the paid period ends. */
  readonly follows: boolean;
}

export function cardOf({ name, popular, id }: Plan, view: PlanView): CardState {
  const isCurrent = name === currentPlan(view);
  const follows = view.status?.pending?.plan === id;
  if (isCurrent && isTrial(view)) return { isCurrent, follows, label: 'Keep Pro', act: 'keep' };
  if (isCurrent) return { isCurrent, follows, label: 'Currently Selected', act: null };
  const label = popular ? 'Choose Popular' : 'Select Plan';
  if (follows) return { isCurrent, follows, label, act: null };
  return { isCurrent, follows, label, act: isTrial(view) && name === 'Free' ? 'end-trial' : 'choose' };
}

/** A future instant: 'Mon 7 Dec, 14:12'. */
function at(instant: string, { zone, today }: Here): string {
  const { date, time } = localTime(instant, zone);
  return `${shortDate(date, today)}, ${clockTime(time)}`;
}
const day = (instant: string, { zone, today }: Here): string => shortDate(localTime(instant, zone).date, today);

/** The start of the next plan: 'From Wed 23 Dec'. */
export const followsWords = (instant: string, here: Here): string => `From ${day(instant, here)}`;

/** The current plan and its end, in one or two sentences. */
export function standingWords(view: PlanView, here: Here): string {
  const { status, paid } = view;
  const end = status?.currentPeriodEnd ?? null;
  if (status?.phase === 'trial') {
    const until = status.trial.endsAt;
    const left = until === null ? '' : ` until ${at(until, here)}, ${distance(here.now, Date.parse(until))}`;
    return `You are trying Pro${left}. It ends by itself, in Free, and nothing is charged.`;
  }
  if (paid === 'Free' || status === null) return `You are on ${paid}.`;
  const price = priceWords(planNamed(paid));
  if (status.phase === 'past_due')
    return `The last payment failed. ${paid} stays${end === null ? ' for now' : ` until ${at(end, here)}`}; once it is paid, everything goes on.`;
  if (status.pending) return `${paid} until ${day(status.pending.at, here)}, then ${planOf(status.pending.plan).name}. Nothing is lost.`;
  if (status.cancelAtPeriodEnd && end !== null) return `${paid} until ${day(end, here)}, then Free. Nothing is lost.`;
  return `${paid}, ${price}${end === null ? '' : `. It renews on ${day(end, here)}`}.`;
}

/** Whether the plan of a checkout is active. */
export const isBought = (plan: PlanName, status: SubscriptionStatus | null | undefined): boolean =>
  status?.plan === planNamed(plan).id && status.phase === 'paid';
/** Whether a planned change or cancellation can be undone. */
export const canResume = ({ status }: PlanView): boolean => status !== null && (status.pending !== null || status.cancelAtPeriodEnd);
export const canCancel = (view: PlanView): boolean =>
  view.status !== null && view.status.phase !== null && !canResume(view) && !isTrial(view) && view.paid !== 'Free';
