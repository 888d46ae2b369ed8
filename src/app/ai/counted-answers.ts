import { type Allowed, reviewersOf } from '../../domain/ai/decide.ts';
import type { AiModule } from '../../domain/ai/events.ts';
import { ServiceUnavailable } from '../../domain/kernel/decider.ts';
import type { AiAnswer, AiWay, OwnAiKey } from '../../ports/ai-help.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { allowanceUsed, giveBack, grantOf, type OwnersGrant, type TakenUse, takeUse } from './allowance.ts';

export class AiUnavailable extends ServiceUnavailable {
  override readonly name = 'AiUnavailable';
  readonly detail = this.message;
  readonly retryAfter = 60;
}

export interface WantedAnswer {
  readonly id: string;
  readonly module: AiModule;
  readonly tier: 'mini' | 'premium';
}

/** A use that was taken for something other than a review, and how to ask the AI. Null: there is no key, and nothing is counted. */
export interface Admitted {
  readonly use: TakenUse;
  readonly way: AiWay;
}

/**
 * Takes a use.
 * @throws RuleViolation ai_allowance
 */
export async function admitToAi(
  app: App,
  caller: Caller,
  { key, own, limits }: OwnersGrant,
  wanted: WantedAnswer,
): Promise<Admitted | null> {
  if (key === 'none') return null;
  const { id, module, tier } = wanted;
  const allowed: readonly Allowed[] = [{ tier, limit: limits[tier] }];
  const use = await takeUse(app, caller, { id, module, key, allowed });
  if (use === null) throw await allowanceUsed(app, caller.owner, tier);
  return { use, way: { tier: use.tier, own } };
}

/**
 * Asks an AI after a use was taken. If there is no usable answer, the use is given back.
 * @throws AiUnavailable if the service is down or refuses more requests
 */
export async function countedAnswer<T>(
  app: App,
  caller: Caller,
  { use, way }: Admitted,
  ask: (way: AiWay) => Promise<AiAnswer<T>>,
): Promise<AiAnswer<T>> {
  const answer = await ask(way);
  if (!('failure' in answer)) return answer;
  await giveBack(app, caller, use);
  if (answer.failure === 'unavailable') throw new AiUnavailable(`${answer.sentence} Nothing was counted. Try again in a moment.`);
  return answer;
}

export interface ReviewWay {
  readonly tier: 'mini' | 'premium';
  /** Null: the operator's key, if there is one. */
  readonly own: OwnAiKey | null;
  /** The rubric reviews, and says that the allowance is used up. */
  readonly usedUp: boolean;
}

interface AnyReview {
  readonly judge: { readonly kind: 'ai' | 'rubric' };
  readonly comment: string;
}

interface Wanted {
  readonly id: string;
  readonly module: AiModule;
  /** Whether the rubric reviews when the allowance is used up. Otherwise the review is refused. */
  readonly rubricWhenUsedUp: boolean;
}

const BY_MINI = "This month's premium requests are used up, so the mini model made this review.";

/**
 * Makes a review with the model of the owner's plan, and counts it. A review by the rubric does not count.
 * @throws RuleViolation ai_allowance, and what `ask` throws; then the use stays taken for the next attempt with the same id
 */
export async function countedReview<Review extends AnyReview>(
  app: App,
  caller: Caller,
  { id, module, rubricWhenUsedUp }: Wanted,
  ask: (way: ReviewWay) => Promise<Review>,
): Promise<Review> {
  const { owner } = caller;
  const grant = await grantOf(app, owner);
  const { key, own } = grant;
  if (key === 'none') return ask({ tier: 'mini', own, usedUp: false });
  const allowed = reviewersOf(grant, module);
  const use = await takeUse(app, caller, { id, module, key, allowed });
  if (use === null && rubricWhenUsedUp) return ask({ tier: 'mini', own, usedUp: true });
  if (use === null) throw await allowanceUsed(app, owner, 'mini');
  const review = await ask({ tier: use.tier, own, usedUp: false });
  if (review.judge.kind === 'rubric') {
    await giveBack(app, caller, use);
    return review;
  }
  return use.tier === allowed[0]?.tier ? review : { ...review, comment: `${review.comment}\n\n${BY_MINI}` };
}
