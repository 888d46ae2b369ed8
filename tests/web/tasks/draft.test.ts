import fc from 'fast-check';
import { createElement } from 'react';
import { describe, expect, it, test } from 'vitest';
import { type Partner, partnerKeys } from '../../../web/api/partners.ts';
import { subscriptionKeys } from '../../../web/api/subscriptions.ts';
import {
  changesOf,
  type Draft,
  faultsOf,
  formatEstimate,
  formatTags,
  NEW_DRAFT,
  parseEstimate,
  parseTags,
  serverFaults,
} from '../../../web/tasks/draft.ts';
import { JudgeField, judgeOptions } from '../../../web/tasks/task-fields.tsx';
import { aPartner } from '../examples.ts';
import { textsOf } from '../render.ts';

test('an estimate that is said is read back as itself', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1_440 }), (minutes) => parseEstimate(formatEstimate(minutes)) === minutes));
});

test('estimates are read as people type them', () => {
  expect(['45', '45m', '1h', '1h 30m', '1.5 h', '1:30', '', 'soon', '0', '25h'].map(parseEstimate)).toEqual([
    45,
    45,
    60,
    90,
    90,
    90,
    null,
    'wrong',
    'wrong',
    'wrong',
  ]);
});

test('tags that are said are read back as themselves', () => {
  const word = fc.stringMatching(/^[a-z0-9-]{1,10}( [a-z0-9-]{1,10})?$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 20 }), (tags) => {
      expect(parseTags(formatTags(tags))).toEqual(tags);
    }),
  );
});

test('tags come with or without a hash, apart by spaces or commas, once', () => {
  expect([parseTags('#work #review work'), parseTags('deep work, review,'), parseTags('  ')]).toEqual([
    ['work', 'review'],
    ['deep work', 'review'],
    [],
  ]);
});

test('every fault of a draft is said at once', () => {
  const faults = faultsOf({
    ...NEW_DRAFT,
    dueTime: '17:00',
    estimate: 'soon',
    tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join(' '),
  });
  expect(Object.keys(faults).sort()).toEqual(['dueTime', 'estimate', 'tags', 'title']);
  expect(faultsOf({ ...NEW_DRAFT, title: '😀'.repeat(200) })).toEqual({});
  expect(faultsOf({ ...NEW_DRAFT, title: '😀'.repeat(201) }).title).toBe('At most 200 characters.');
});

test('only what differs is sent', () => {
  const body = {
    title: 'a',
    description: '',
    dueDate: null,
    dueTime: null,
    priority: 'none',
    verificationType: 'none',
    proofRequirement: null,
    tags: ['x'],
    estimateMinutes: null,
    partnerId: null,
  } as const;
  expect(changesOf({ ...body, tags: ['x'] }, { ...body, tags: ['x'], title: 'b' })).toEqual({ title: 'b' });
});

test("the server's sentences stand at the field they are about, and none is lost", () => {
  const refused = { dueTime: ['Too late.'], 'tags.0': ['Too long.'], partnerId: ['No such one.'], unheard_of: ['Odd.'] };
  expect(serverFaults(refused)).toEqual({
    dueTime: 'Too late.',
    partnerId: 'No such one.',
    tags: 'Too long.',
    title: 'Odd.',
  });
});

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
