import { type Plan, type PlanName, planNamed, planOf } from '../../src/contracts/plan.ts';
import type { SubscriptionStatus } from '../api/subscriptions.ts';
import { localTime } from '../lib/calendar.ts';
import { distance, shortDate } from '../lib/words.ts';
import { priceWords } from '../plans/invitation.tsx';

export interface PlanView {
  /** The plan that was paid for, or Free. */
  readonly paid: PlanName;
  /** Null: it could not be read. */
  readonly status: SubscriptionStatus | null;
}
interface Here {
  readonly zone: string;
  readonly today: string;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

const isTrial = ({ status }: PlanView): boolean => status?.phase === 'trial';

/** The plan that holds at present: in a trial it is Pro, although nothing was paid. */
export const currentPlan = (view: PlanView): PlanName => (isTrial(view) ? 'Pro' : view.paid);

/** What pressing a card's button does. `keep`: Pro is bought in the trial; `end-trial`: Free is chosen in it. */
export type CardAct = 'choose' | 'keep' | 'end-trial';
export interface CardState {
  readonly isCurrent: boolean;
  readonly label: string;
  /** Null: the button is disabled. */
  readonly act: CardAct | null;
  /** Whether this plan follows the present one at the end of what is paid. */
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

/** An instant ahead: 'Mon 7 Dec, 14:12'. */
function at(instant: string, { zone, today }: Here): string {
  const { date, time } = localTime(instant, zone);
  return `${shortDate(date, today)}, ${time}`;
}
const day = (instant: string, { zone, today }: Here): string => shortDate(localTime(instant, zone).date, today);

/** From when a card's plan follows: 'From Wed 23 Dec'. */
export const followsWords = (instant: string, here: Here): string => `From ${day(instant, here)}`;

/** Which plan holds and how long, in one or two sentences. */
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

/** Whether the plan that was chosen at a checkout has arrived. */
export const isBought = (plan: PlanName, status: SubscriptionStatus | null | undefined): boolean =>
  status?.plan === planNamed(plan).id && status.phase === 'paid';
/** Whether something follows that can be taken back. */
export const canResume = ({ status }: PlanView): boolean => status !== null && (status.pending !== null || status.cancelAtPeriodEnd);
/** Whether the plan that is paid for can be cancelled. */
export const canCancel = (view: PlanView): boolean =>
  view.status !== null && view.status.phase !== null && !canResume(view) && !isTrial(view) && view.paid !== 'Free';
