import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../web/api/problem.ts';
import { checkedBy } from '../../web/forms/checked.ts';
import { conflictWords, overlap } from '../../web/forms/conflict.tsx';
import { refusedFields, showRefusal } from '../../web/forms/refusal.ts';

const refused = (errors?: Record<string, string[]>) =>
  new ApiError('No.', { status: 422, code: 'validation_failed', ...(errors ? { errors } : {}) });
/** The messages that `showRefusal` puts at the fields of a form, and whether it says that these are all. */
function shown(error: unknown, values: Record<string, unknown>) {
  const messages: Record<string, unknown> = {};
  const setError = (name: string, { message }: { message?: string }) => void Object.assign(messages, { [name]: message });
  return [showRefusal({ getValues: () => values, setError } as unknown as Parameters<typeof showRefusal>[0], error), messages];
}

describe('the faults that the server reports', () => {
  it('are shown only at the fields if every sentence has its field', () => {
    const values = { email: '', password: '' };
    expect(shown(refused({ password: ['Too common.'] }), values)).toEqual([true, { password: 'Too common.' }]);
    expect(shown(refused({ password: ['Too common.'], options: ['Unknown.'] }), values)).toEqual([false, { password: 'Too common.' }]);
    expect(shown(refused(), values)).toEqual([false, {}]);
    expect(shown(new Error('x'), values)).toEqual([false, {}]);
  });

  it('are at the field that contains their value', () => {
    expect(shown(refused({ 'to.1': ['No address.'] }), { to: '' })).toEqual([true, { to: 'No address.' }]);
  });

  it('are joined if the form has one field for several of the server', () => {
    const { fields, isComplete } = refusedFields(refused({ startDate: ['Too late.'], endDate: ['Too early.'] }), () => 'dates');
    expect([[...fields], isComplete]).toEqual([[['dates', 'Too late. Too early.']], true]);
  });
});

const schema = z.object({ full_name: z.string().trim().min(1, { error: 'A name is required.' }), email: z.string() });
const check = (values: { fullName: string; email: string }) =>
  checkedBy(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false, names: ['fullName', 'email'] });

test("a form is checked by the schema of a call, and returns the schema's output", async () => {
  expect(await check({ fullName: ' Ann ', email: 'a@b.c' })).toEqual({ values: { fullName: 'Ann', email: 'a@b.c' }, errors: {} });
});

test('a fault is at the field of the form', async () => {
  const { values, errors } = await check({ fullName: '', email: 'a@b.c' });
  expect([values, Object.keys(errors), errors.fullName?.message]).toEqual([{}, ['fullName'], 'A name is required.']);
});

test('a conflict contains only fields that both sides changed to different values, with both values', () => {
  const base = { title: 'Run', tags: ['a'], due: 1 };
  const theirs = { title: 'Run far', tags: ['b'], due: 2 };
  const mine = { title: 'Run fast', tags: ['b'] };
  const names = overlap(base, theirs, mine);
  const words = {
    labels: { title: 'Title', tags: 'Tags', due: 'Due' },
    describe: (name: 'title' | 'tags' | 'due', body: object) => String(body[name as never]),
  };
  expect([names, conflictWords(names, theirs, mine, words)]).toEqual([['title'], 'Title: there Run far, here Run fast.']);
});
