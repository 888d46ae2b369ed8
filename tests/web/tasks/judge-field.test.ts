import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { type Partner, partnerKeys } from '../../../web/api/partners.ts';
import { subscriptionKeys } from '../../../web/api/subscriptions.ts';
import { type Draft, NEW_DRAFT } from '../../../web/tasks/draft.ts';
import { JudgeField, judgeOptions } from '../../../web/tasks/judge-field.tsx';
import { textsOf } from '../render-screen.ts';
import { aPartner } from '../settings/partner-for-tests.ts';

const SOREN = aPartner({ id: 'soren', name: 'Søren' });
const KIM = aPartner({ id: 'kim', name: 'Kim', role: 'second' });
const BOTH = [KIM, SOREN];
const labels = (partners: readonly Partner[], named: string | null = null, isPro = true) =>
  judgeOptions(partners, named, isPro).map(({ label, disabled }) => (disabled ? `(${label})` : label));

describe('who can judge a task', () => {
  it('is chosen only where there is a choice', () => {
    expect(labels([])).toEqual(['Your first partner']);
    expect(labels([SOREN])).toEqual(['Søren']);
    expect(labels(BOTH)).toEqual(['Søren', 'Kim']);
    expect(labels([KIM])).toEqual(['Your first partner', 'Kim']);
  });

  it('says who has not answered, and keeps who has left', () => {
    expect(labels([{ ...KIM, status: 'invited' }, SOREN])).toEqual(['Søren', 'Kim (has not answered yet)']);
    expect(labels([{ ...KIM, status: 'removed' }, SOREN])).toEqual(['Søren']);
    expect(labels([{ ...KIM, status: 'removed' }, SOREN], 'kim')).toEqual(['Søren', 'Kim (has left)']);
  });

  it('needs Pro for anybody new', () => {
    expect(labels(BOTH, null, false)).toEqual(['Søren', '(Kim)']);
    expect(labels(BOTH, 'kim', false)).toEqual(['Søren', 'Kim']);
  });

  const shown = (draft: Partial<Draft>, inReview = false) =>
    textsOf(createElement(JudgeField, { draft: { ...NEW_DRAFT, ...draft }, onChange: () => undefined, faults: {}, inReview }), {
      known: [
        [partnerKeys.all, BOTH],
        [subscriptionKeys.status, null],
      ],
    });

  it('is asked only of a task with proof, and says why it cannot be changed', () => {
    expect(shown({})).toEqual([]);
    expect(shown({ verificationType: 'general' })).toContain('To choose your second partner is part of Pro.');
    expect(shown({ verificationType: 'general' }, true)).toContain('The proof is in review. Withdraw it to choose somebody else.');
  });
});
