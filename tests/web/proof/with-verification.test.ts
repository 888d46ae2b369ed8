import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { verificationKeys } from '../../../web/api/verifications.ts';
import { withVerification } from '../../../web/proof/use-proof-acts.ts';
import { staleAfterTask } from '../../../web/tasks/after-task.ts';
import { canProve } from '../../../web/tasks/state.ts';
import { dueOn } from '../tasks/task-for-tests.ts';
import { aReview, aVerification } from './verification-for-tests.ts';

const NOON = Date.parse('2026-11-19T12:00:00Z');
const open = dueOn('2026-11-19', { verificationType: 'general', verificationState: 'awaiting_proof' });
const done = dueOn('2026-11-19', {
  verificationType: 'general',
  verificationState: 'awaiting_proof',
  status: 'completed',
  completed: true,
  proofDueAt: '2026-11-20T12:00:00Z',
});

test('proof of an open task completes it on every screen at once, and an accepted one keeps it', () => {
  const given = withVerification(open, aVerification({ state: 'in_review' }), NOON);
  expect([given.status, given.verificationState, given.outcome]).toEqual(['completed', 'in_review', 'open']);
  expect(withVerification(done, aVerification({ state: 'verified' }), NOON)).toMatchObject({
    verificationState: 'verified',
    onWord: false,
    outcome: 'kept',
  });
  const self = aReview({ judge: { kind: 'self', name: 'Ada' } });
  expect(withVerification(done, aVerification({ state: 'verified', decision: self }), NOON)).toMatchObject({
    onWord: true,
    outcome: 'kept',
  });
});

test('proof can be given until the last instant, of what is open until it is due, and of nothing that was missed', () => {
  const last = Date.parse('2026-11-20T12:00:00Z');
  expect([canProve(open, NOON), canProve(open, last), canProve(done, last), canProve(done, last + 1)]).toEqual([true, false, true, false]);
  expect(
    [{ late: true }, { archived: true }, { verificationType: 'none' as const }, { verificationState: 'in_review' as const }].map((own) =>
      canProve({ ...done, ...own }, NOON),
    ),
  ).toEqual([false, false, false, false]);
});

test('a change of a task that asks for proof puts its verification out of date', () => {
  const client = new QueryClient();
  const keys = (before: typeof open) => staleAfterTask(client, before, { ...before, title: 'Renamed' });
  expect(keys(open)).toContainEqual(verificationKeys.all);
  expect(keys(dueOn('2026-11-19'))).not.toContainEqual(verificationKeys.all);
});
