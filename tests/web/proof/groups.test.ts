import { expect, test } from 'vitest';
import { isAhead, waitingCount } from '../../../web/api/verifications.ts';
import { endsAt, groupsOf } from '../../../web/proof/groups.ts';
import { aVerification } from './verification-for-tests.ts';

const ending = (id: string, at: string, own = {}) => aVerification({ id, proofDueAt: at, ...own });
const rejected = { state: 'rejected' } as const;
const open = aVerification({ id: 'open', proofDueAt: null });
const shown = (list: Parameters<typeof groupsOf>[0]) => groupsOf(list).map(({ name, items }) => [name, items.map(({ id }) => id)]);

test('what waits for the person stands in groups, by what ends first', () => {
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

test('the group whose time is over first stands first', () => {
  const list = [ending('await', '2026-11-20T09:00:00Z'), ending('back', '2026-11-19T13:30:00Z', rejected)];
  expect(shown(list)).toEqual([
    ['rejected', ['back']],
    ['pending', ['await']],
  ]);
  expect(shown([])).toEqual([]);
});

test('an open task has to be done until it is due, and does not count as waiting', () => {
  expect([isAhead(open), endsAt(open), waitingCount([open, aVerification()])]).toEqual([true, '2026-11-19T09:00:00Z', 1]);
});
