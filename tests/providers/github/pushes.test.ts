import { expect, test } from 'vitest';
import { branchesIn, NO_PUSHES, pushesIn } from '../../../src/providers/github/pushes.ts';

const at = (minute: number): string => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`;
const event = (type: string, minute: number, payload: object) => ({ type, created_at: at(minute), repo: { name: 'ada/ship' }, payload });

test('events tell when commits came, and to which branches, each at its newest', () => {
  const told = pushesIn([
    event('PushEvent', 9, { ref: 'refs/heads/topic', head: 'b' }),
    event('PushEvent', 8, { ref: 'refs/heads/topic', head: 'a', commits: [{ sha: 'old' }, { sha: 'a' }] }),
    event('CreateEvent', 7, { ref: 'fresh', ref_type: 'branch' }),
    event('CreateEvent', 7, { ref: 'v1', ref_type: 'tag' }),
    event('PushEvent', 6, { ref: 'refs/tags/v1', head: 'b' }),
    event('CreateEvent', 5, { ref: 'topic', ref_type: 'branch' }),
    event('WatchEvent', 4, { action: 'started' }),
  ]);
  expect([...told.times]).toEqual([
    ['b', '2026-11-20T12:06:00.000Z'],
    ['a', '2026-11-20T12:08:00.000Z'],
    ['old', '2026-11-20T12:08:00.000Z'],
  ]);
  expect(told.branches).toEqual([
    { repository: 'ada/ship', from: 'b', at: '2026-11-20T12:09:00.000Z' },
    { repository: 'ada/ship', from: 'fresh', at: '2026-11-20T12:07:00.000Z' },
  ]);
  expect(pushesIn({ message: 'no list' })).toEqual(NO_PUSHES);
});

test('activities of a repository tell its branches, and none that was deleted', () => {
  const activity = (after: string, ref: string, minute: number, activity_type = 'push') => ({
    after,
    ref: `refs/heads/${ref}`,
    timestamp: at(minute),
    activity_type,
  });
  const all = [activity('0', 'gone', 9, 'branch_deletion'), activity('b', 'topic', 8), activity('a', 'topic', 7, 'branch_creation')];
  expect(branchesIn('ada/ship', all)).toEqual([{ repository: 'ada/ship', from: 'b', at: '2026-11-20T12:08:00.000Z' }]);
  expect(branchesIn('ada/ship', null)).toEqual([]);
});
