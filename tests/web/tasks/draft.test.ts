import fc from 'fast-check';
import { createElement } from 'react';
import { describe, expect, it, test } from 'vitest';
import { type Partner, partnerKeys } from '../../../web/api/partners.ts';
import { ApiError } from '../../../web/api/problem.ts';
import { subscriptionKeys } from '../../../web/api/subscriptions.ts';
import { refusedFields } from '../../../web/forms/refusal.ts';
import { changesOf, faultsIn, fieldOf, NEW_DRAFT } from '../../../web/tasks/draft.ts';
import type { Draft } from '../../../web/tasks/fields.ts';
import { asTaskForm, judgeOptions, TaskFields } from '../../../web/tasks/task-fields.tsx';
import { formatEstimate, formatTags, parseEstimate, parseTags } from '../../../web/tasks/typed.ts';
import { aPartner, textsOf } from '../examples.ts';

test('a written estimate is read back unchanged', () => {
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

test('written tags are read back unchanged', () => {
  const word = fc.stringMatching(/^[a-z0-9-]{1,10}( [a-z0-9-]{1,10})?$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 20 }), (tags) => {
      expect(parseTags(formatTags(tags))).toEqual(tags);
    }),
  );
});

test('tags are read with or without a hash, separated by spaces or commas, and each once', () => {
  expect([parseTags('#work #review work'), parseTags('deep work, review,'), parseTags('  ')]).toEqual([
    ['work', 'review'],
    ['deep work', 'review'],
    [],
  ]);
});

const faultsOf = (own: Partial<Draft>) => Object.fromEntries(faultsIn({ ...NEW_DRAFT, ...own }));

test('all faults of a draft are reported at once', () => {
  const faults = faultsOf({
    dueTime: '17:00',
    estimateMinutes: 'soon',
    tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join(' '),
  });
  expect(Object.keys(faults).sort()).toEqual(['dueTime', 'estimateMinutes', 'tags', 'title']);
  expect(faultsOf({ title: '😀'.repeat(200) })).toEqual({});
  expect(faultsOf({ title: '😀'.repeat(201) }).title).toBe('At most 200 characters.');
});

test('each fault of a draft has its own words', () => {
  const faults = faultsOf({
    title: '\u200b',
    description: 'a'.repeat(10_001),
    dueTime: '17:00',
    proofRequirement: 'a'.repeat(2_001),
    estimateMinutes: '25h',
    tags: `#${'a'.repeat(51)}`,
  });
  expect(faults).toEqual({
    title: 'Title is required.',
    description: 'At most 10,000 characters.',
    dueTime: 'A due time needs a due date.',
    proofRequirement: 'At most 2,000 characters.',
    estimateMinutes: "Minutes from 1 to 1,440. Try '45' or '1 h 30 min'.",
    tags: 'A tag has at most 50 characters.',
  });
  expect(faultsOf({ title: 'x', tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join(' ') })).toEqual({ tags: 'At most 20 tags.' });
});

test('only changed fields are sent', () => {
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

test("the server's faults are shown at their fields, and none is lost", () => {
  const refused = { dueTime: ['Too late.'], 'tags.0': ['Too long.'], partnerId: ['No such one.'], unheard_of: ['Odd.'] };
  const error = new ApiError('No.', { status: 422, code: 'validation_failed', errors: refused });
  expect(Object.fromEntries(refusedFields<Draft>(error, fieldOf).fields)).toEqual({
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

describe('the choice of who judges a task', () => {
  it('is offered only if there is more than one judge', () => {
    expect(labels([])).toEqual(['Your first partner']);
    expect(labels([SOREN])).toEqual(['Søren']);
    expect(labels(BOTH)).toEqual(['Søren', 'Kim']);
    expect(labels([KIM])).toEqual(['Your first partner', 'Kim']);
  });

  it('shows who has not answered, and keeps a partner who has left', () => {
    expect(labels([{ ...KIM, status: 'invited' }, SOREN])).toEqual(['Søren', 'Kim (has not answered yet)']);
    expect(labels([{ ...KIM, status: 'removed' }, SOREN])).toEqual(['Søren']);
    expect(labels([{ ...KIM, status: 'removed' }, SOREN], 'kim')).toEqual(['Søren', 'Kim (has left)']);
  });

  it('needs Pro for anybody new', () => {
    expect(labels(BOTH, null, false)).toEqual(['Søren', '(Kim)']);
    expect(labels(BOTH, 'kim', false)).toEqual(['Søren', 'Kim']);
  });

  const shown = (draft: Partial<Draft>, inReview = false) =>
    textsOf(
      createElement(TaskFields, {
        part: 'judge',
        form: asTaskForm({ formState: { errors: {} } }),
        draft: { ...NEW_DRAFT, ...draft },
        onChange: () => undefined,
        today: '2026-11-19',
        inReview,
      }),
      {
        known: [
          [partnerKeys.all, BOTH],
          [subscriptionKeys.status, null],
        ],
      },
    );

  it('is offered only for a task with proof, and says why it cannot be changed', () => {
    expect(shown({})).toEqual([]);
    expect(shown({ verificationType: 'general' })).toContain('To choose your second partner is part of Pro.');
    expect(shown({ verificationType: 'general' }, true)).toContain('The proof is in review. Withdraw it to choose somebody else.');
  });
});
