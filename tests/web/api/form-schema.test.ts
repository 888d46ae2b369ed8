import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkedBy } from '../../../web/api/form-schema.ts';

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
