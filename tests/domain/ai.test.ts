import { describe, expect, test } from 'vitest';
import { planOf } from '../../src/contracts/plan.ts';
import { type AiCommand, aiDecider, countedUses, FREE_LIMITS, grantFrom, reviewersOf } from '../../src/domain/ai/decide.ts';
import { aiUseStream } from '../../src/domain/ai/events.ts';
import { given } from '../support/given.ts';

const month = given(aiDecider, { stream: aiUseStream('u1', '2026-11'), owner: 'u1' });
const take = (id: string, mini: number | null = 2): AiCommand => ({
  type: 'Take',
  id,
  module: 'email',
  key: 'operator',
  allowed: [{ tier: 'mini', limit: mini }],
});
const used = (use_id: string) => ({ type: 'AiUsed', data: { use_id, module: 'email', tier: 'mini', key: 'operator' } }) as const;
const ofPro = (id: string): AiCommand => ({
  type: 'Take',
  id,
  module: 'coding',
  key: 'operator',
  allowed: [
    { tier: 'premium', limit: 1 },
    { tier: 'mini', limit: null },
  ],
});

describe('uses of a month', () => {
  test('are taken until none is left', () => {
    month.when(take('a')).gives(used('a')).when(take('b')).gives(used('b')).when(take('c')).gives();
    month.when(take('a', 0)).gives();
  });

  test('count once if they are taken repeatedly with the same id', () => {
    expect(countedUses(month.when(take('a')).when(take('a')).gives().state).size).toBe(1);
  });

  test('are given back once, and can then be taken again', () => {
    const full = month.when(take('a', 1));
    const back = full
      .when({ type: 'GiveBack', id: 'a' })
      .gives({ type: 'AiUseGivenBack', data: { use_id: 'a', module: 'email', tier: 'mini' } });
    back.when({ type: 'GiveBack', id: 'a' }).gives();
    back.when(take('b', 1)).gives(used('b')).when(take('a', 1)).gives();
    expect([...countedUses(back.when(take('a', 1)).gives(used('a')).state).keys()]).toEqual(['a']);
  });

  test('that were never taken are not given back', () => {
    month.when({ type: 'GiveBack', id: 'a' }).gives();
  });

  test('are taken from the best model that has one left, and each model is counted separately', () => {
    const story = month.when(ofPro('a')).when(ofPro('b')).when(ofPro('c'));
    expect([...countedUses(story.state).values()].map(({ tier }) => tier).toSorted()).toEqual(['mini', 'mini', 'premium']);
  });

  test('of one model do not use up those of another', () => {
    const allowed = [
      { tier: 'premium', limit: 1 },
      { tier: 'mini', limit: 1 },
    ] as const;
    const each = (id: string): AiCommand => ({ type: 'Take', id, module: 'coding', key: 'operator', allowed });
    const two = month.when(each('a')).when(each('b'));
    expect(two.past.map(({ data }) => data.tier)).toEqual(['premium', 'mini']);
    two.when(each('c')).gives();
  });

  test('are counted fast, even thousands of them', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => month.when(take(`${at}`, null)).past[0]).map((event, revision) => ({
      ...event,
      revision,
    }));
    const state = (many as typeof month.past).reduce(aiDecider.evolve, aiDecider.initial);
    expect(countedUses(state).size).toBe(5_000);
  });
});

describe('the key and the limits of each plan', () => {
  const free = { plan: 'free', premium: false, limits: { mini: 20, premium: 0 } } as const;
  const byok = { plan: 'byok', premium: false, limits: { mini: null, premium: 0 } } as const;
  const pro = { plan: 'pro', premium: true, limits: { mini: null, premium: 30 } } as const;
  const NONE = { own: false, operator: false };
  const OPERATOR = { own: false, operator: true };
  const BOTH = { own: true, operator: true };
  const OWN = { own: true, operator: false };

  test.each([
    ['Free, on the operator’s key', free, OPERATOR, 'operator', { mini: 20, premium: 0 }],
    ['Free has nothing without a key', free, NONE, 'none', { mini: 0, premium: 0 }],
    ["Free with the owner's key still has the limit", free, BOTH, 'own', { mini: 20, premium: 0 }],
    ['BYOK with its key: no count', byok, BOTH, 'own', { mini: null, premium: 0 }],
    ['BYOK without a key gets what Free gets', byok, OPERATOR, 'operator', { mini: 20, premium: 0 }],
    ['Pro, on the operator’s key', pro, BOTH, 'operator', { mini: null, premium: 30 }],
    ['Pro on its own key where the operator has none', pro, OWN, 'own', { mini: null, premium: 30 }],
  ] as const)('%s', (_, plan, has, key, limits) => {
    expect(grantFrom(plan, has)).toMatchObject({ key, limits });
  });

  test('BYOK without a key has the limits of Free in the catalogue', () => {
    const { limits } = planOf('free');
    expect(FREE_LIMITS).toEqual({ mini: limits.ai_mini_monthly, premium: limits.ai_premium_monthly });
  });

  test('on Pro the premium model, then the mini model, reviews code and designs; the mini model reviews everything else', () => {
    const tiers = (plan: typeof free | typeof pro, module: 'email' | 'coding' | 'system_design' | 'general') =>
      reviewersOf(grantFrom(plan, BOTH), module).map(({ tier, limit }) => `${tier} ${limit}`);
    expect(tiers(pro, 'coding')).toEqual(['premium 30', 'mini null']);
    expect(tiers(pro, 'system_design')).toEqual(['premium 30', 'mini null']);
    expect([tiers(pro, 'email'), tiers(pro, 'general')]).toEqual([['mini null'], ['mini null']]);
    expect(tiers(free, 'coding')).toEqual(['mini 20']);
  });
});
