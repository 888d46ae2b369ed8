import { describe, expect, it } from 'vitest';
import { ApiError } from '../../web/api/problem.ts';
import { saidByFields } from '../../web/auth/failure.tsx';

const refused = (errors?: Record<string, string[]>) =>
  new ApiError('No.', { status: 422, code: 'validation_failed', ...(errors ? { errors } : {}) });

describe('the red alert over a form', () => {
  it('is silent when every sentence stands under its field, and only then', () => {
    expect(saidByFields(refused({ password: ['Too common.'] }), ['email', 'password'])).toBe(true);
    expect(saidByFields(refused({ password: ['Too common.'], options: ['Unknown.'] }), ['email', 'password'])).toBe(false);
    expect(saidByFields(refused(), ['email'])).toBe(false);
    expect(saidByFields(new Error('x'), ['email'])).toBe(false);
  });
});
