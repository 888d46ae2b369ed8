import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { isAhead, verificationKeys, waitingCount } from '../../../web/api/verifications.ts';
import { addressFrom, addressOf } from '../../../web/proof/address.ts';
import { withVerification } from '../../../web/proof/proof-acts.ts';
import { endsAt, groupsOf } from '../../../web/proof/verify-row.tsx';
import { staleAfterTask } from '../../../web/tasks/after-task.ts';
import { canProve } from '../../../web/tasks/state.ts';
import { aReview, aVerification, dueOn } from '../examples.ts';

const read = (query: string) => addressFrom(new URLSearchParams(query));

test('the address of a list is read back unchanged', () => {
  for (const address of [
    '/verify',
    '/verify?tab=history',
    '/verify?tab=history&state=expired&type=system_design&days=30',
    '/verify?tab=history&days=all',
  ])
    expect(addressOf(read(address.split('?')[1] ?? ''))).toBe(address);
});

test('unknown parameters are left out, and the address of a task keeps the list from which it was opened', () => {
  expect(read('tab=odd&state=in_review&type=none&days=7')).toEqual({ tab: 'waiting', state: null, type: null, days: 90 });
  expect(addressOf(read('tab=history&state=rejected'), 'a/b')).toBe('/verify/task/a%2Fb?tab=history&state=rejected');
});

const ending = (id: string, at: string, own = {}) => aVerification({ id, proofDueAt: at, ...own });
const rejected = { state: 'rejected' } as const;
const open = aVerification({ id: 'open', proofDueAt: null });
const shown = (list: Parameters<typeof groupsOf>[0]) => groupsOf(list).map(({ name, items }) => [name, items.map(({ id }) => id)]);

test('waiting proofs are in groups, sorted by deadline', () => {
  const list = [
    ending('late', '2026-11-22T09:00:00Z'),
    open,
    ending('soon', '2026-11-20T09:00:00Z'),
    ending('judged', '2026-11-19T09:00:00Z', { state: 'in_review' }),
    ending('back', '2026-11-21T09:00:00Z', rejected),
  ];
  expect(shown(list)).toEqual([
    ['pending', ['soon', 'late']],
    ['rejected', ['back']],
    ['in_review', ['judged']],
    ['soon', ['open']],
  ]);
});

test('the group with the first deadline comes first', () => {
  const list = [ending('await', '2026-11-20T09:00:00Z'), ending('back', '2026-11-19T13:30:00Z', rejected)];
  expect(shown(list)).toEqual([
    ['rejected', ['back']],
    ['pending', ['await']],
  ]);
  expect(shown([])).toEqual([]);
});

test('an open task does not count as waiting before it is due', () => {
  expect([isAhead(open), endsAt(open), waitingCount([open, aVerification()])]).toEqual([true, '2026-11-19T09:00:00Z', 1]);
});

describe('a task that asks for proof', () => {
  const NOON = Date.parse('2026-11-19T12:00:00Z');
  const open = dueOn('2026-11-19', { verificationType: 'general', verificationState: 'awaiting_proof' });
  const done = dueOn('2026-11-19', {
    verificationType: 'general',
    verificationState: 'awaiting_proof',
    status: 'completed',
    completed: true,
    proofDueAt: '2026-11-20T12:00:00Z',
  });

  test('is completed on every screen at once by a proof, and kept by an accepted one', () => {
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

  test('can be proved until the last instant: an open task until it is due, and a missed one not at all', () => {
    const last = Date.parse('2026-11-20T12:00:00Z');
    expect([canProve(open, NOON), canProve(open, last), canProve(done, last), canProve(done, last + 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(
      [{ late: true }, { archived: true }, { verificationType: 'none' as const }, { verificationState: 'in_review' as const }].map((own) =>
        canProve({ ...done, ...own }, NOON),
      ),
    ).toEqual([false, false, false, false]);
  });

  test('makes its verification stale when it changes', () => {
    const client = new QueryClient();
    const keys = (before: typeof open) => staleAfterTask(client, before, { ...before, title: 'Renamed' });
    expect(keys(open)).toContainEqual(verificationKeys.all);
    expect(keys(dueOn('2026-11-19'))).not.toContainEqual(verificationKeys.all);
  });
});
