import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { shownByFields } from '../../web/account/failure.tsx';
import { checkedBy } from '../../web/api/form-schema.ts';
import { ApiError } from '../../web/api/problem.ts';

const refused = (errors?: Record<string, string[]>) =>
  new ApiError('No.', { status: 422, code: 'validation_failed', ...(errors ? { errors } : {}) });

describe('the red alert over a form', () => {
  it('is silent when every sentence stands under its field, and only then', () => {
    expect(shownByFields(refused({ password: ['Too common.'] }), ['email', 'password'])).toBe(true);
    expect(shownByFields(refused({ password: ['Too common.'], options: ['Unknown.'] }), ['email', 'password'])).toBe(false);
    expect(shownByFields(refused(), ['email'])).toBe(false);
    expect(shownByFields(new Error('x'), ['email'])).toBe(false);
  });
});

const schema = z.object({ full_name: z.string().trim().min(1, { error: 'A name is required.' }), email: z.string() });
const check = (values: { fullName: string; email: string }) =>
  checkedBy(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false, names: ['fullName', 'email'] });

test('a form is checked by the schema of a call, and gives what the schema makes of its fields', async () => {
  expect(await check({ fullName: ' Ann ', email: 'a@b.c' })).toEqual({ values: { fullName: 'Ann', email: 'a@b.c' }, errors: {} });
});

test('a fault is at the field of the form', async () => {
  const { values, errors } = await check({ fullName: '', email: 'a@b.c' });
  expect([values, Object.keys(errors), errors.fullName?.message]).toEqual([{}, ['fullName'], 'A name is required.']);
});
