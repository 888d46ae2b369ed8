import { describe, expect, it } from 'vitest';
import { shownByFields } from '../../../web/account/failure.tsx';
import { ApiError } from '../../../web/api/problem.ts';

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
