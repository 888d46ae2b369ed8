import type { Allowed } from '../../domain/ai/decide.ts';
import type { AiModule } from '../../domain/ai/event-data.ts';
import type { AiAnswer, AiWay } from '../../ports/ai-help.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { AiUnavailable } from './ai-unavailable.ts';
import { allowanceUsed, giveBack, type OwnersGrant, type TakenUse, takeUse } from './allowance.ts';

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
