import { expect, test } from 'vitest';
import { REFUSALS } from '../../src/contracts/refusals.ts';

/** The codes that the specification names, with their status. */
const CODES = {
  malformed: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  token_invalid: 401,
  password_needed: 401,
  cross_site: 403,
  cookie_needed: 403,
  email_not_confirmed: 403,
  premium_required: 403,
  scope_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  limit_reached: 409,
  deadline_passed: 409,
  archived: 409,
  still_open: 409,
  children_open: 409,
  nothing_to_undo: 409,
  not_accepted: 409,
  in_review: 409,
  already_verified: 409,
  proof_late: 409,
  quota_exceeded: 409,
  trial_used: 409,
  payment_failed: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  validation_failed: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  ai_allowance: 429,
  unavailable: 503,
  storage_full: 507,
};

test('every code of the specification has its status', () => {
  const statuses = Object.fromEntries(Object.entries(REFUSALS).map(([code, { status }]) => [code, status]));
  expect(statuses).toMatchObject(CODES);
});
