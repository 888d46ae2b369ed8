import { describe, expect, test } from 'vitest';
import { masked } from '../src/presenters/ai.ts';
import { alertWords } from '../src/presenters/alert.ts';
import { presentActor } from '../src/presenters/history.ts';
import { commitOf } from '../src/presenters/proof.ts';
import type { HistoryDoc } from '../src/projections/history/history.ts';

const NAMES = { owner: 'Ada Ode', partners: new Map([['p1', 'Max']]) };

test.each([
  ['user', 'u1', 'Ada Ode'],
  ['partner', 'p1', 'Max'],
  // Their key is destroyed.
  ['partner', 'p2', null],
  ['ai', 'openai/gpt-5-mini', 'openai/gpt-5-mini'],
  ['provider', 'stripe', 'stripe'],
  ['system', null, null],
] as const)('the actor with the kind %s and the id %s is called %s', (kind, id, name) => {
  expect(presentActor({ actor: { kind, id } } as unknown as HistoryDoc, NAMES)).toEqual({ kind, name });
});

test.each([
  ['sk-0123456789abcd', 'sk-…abcd'],
  ['sk-or-v1-0123456789abcd', 'sk-…abcd'],
  ['0123456789abcdef', '…cdef'],
  ['sk-short', '…'],
])('the key %s is shown as %s', (key, shown) => {
  expect(masked(key)).toBe(shown);
});

test.each([
  ['https://git.example/ada/ship/commit/0a1b2c3d', 'ada/ship', '0a1b2c3d'],
  [
    'https://git.example/group/part/ship/-/commit/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
    'group/part/ship',
    '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
  ],
  ['https://git.example/ada/ship/commits/0a1b2c3d?diff=split', 'ada/ship', '0a1b2c3d'],
  ['https://git.example/ada/ship/pull/5/commits/0a1b2c3d', 'ada/ship', '0a1b2c3d'],
  ['https://git.example/group/ship/-/merge_requests/5/commits/0a1b2c3d', 'group/ship', '0a1b2c3d'],
  ['https://git.example/ada/ship/commit/0a1b2c3d.patch', 'ada/ship', '0a1b2c3d'],
  ['https://git.example/ada/ship/pull/7', null, null],
  ['https://git.example/commit/0a1b2c3d', null, null],
])('a commit is read from its address alone: %s', (url, repository, sha) => {
  expect(commitOf(url)).toMatchObject({ url, repository, sha, confirmed: null });
});

describe('an alert', () => {
  /** Friday 27 November 2026, 12:00 in Berlin. */
  const NOW = '2026-11-27T11:00:00.000Z';
  const about = (kind: Parameters<typeof alertWords>[0]['kind'], instant: string, own = {}) =>
    alertWords(
      { kind, about: instant, zone: 'Europe/Berlin', streak: 13, delivery: null, resolved: false, ...own },
      'Water the ferns',
      NOW,
    );

  test.each([
    ['due_24h', '2026-11-28T12:30:00.000Z', 'Due tomorrow, 13:30'],
    ['due_2h', '2026-11-27T22:59:59.999Z', 'Due today, end of day'],
    ['due_2h', '2026-11-27T22:59:00.000Z', 'Due today, 23:59'],
    ['due_2h', '2026-11-20T15:00:00.000Z', 'Was due Fri 20 Nov, 16:00'],
    ['missed', '2026-11-26T17:30:00.000Z', 'Missed. It was due yesterday, 18:30. You can still do it late.'],
    ['proof_30m', '2026-11-27T11:30:00.000Z', 'Proof due today, 12:30'],
    ['proof_30m', '2026-11-27T10:30:00.000Z', 'Proof was due today, 11:30'],
    ['proof_expired', '2026-11-26T11:00:00.000Z', 'No proof came in time. It was due yesterday, 12:00. It counts as missed.'],
    ['proof_accepted', '2026-11-26T11:00:00.000Z', 'Proof accepted yesterday, 12:00'],
    ['proof_rejected', '2026-11-28T11:00:00.000Z', 'Proof rejected. You can give another one until tomorrow, 12:00'],
    ['proof_rejected', '2026-11-26T11:00:00.000Z', 'Proof rejected. Another one was taken until yesterday, 12:00'],
    ['proof_final', '2026-11-26T11:00:00.000Z', 'Proof rejected. None was accepted by yesterday, 12:00. It counts as missed.'],
  ] as const)('about a task (%s, %s) has its title, and says %s', (kind, instant, message) => {
    expect(about(kind, instant)).toEqual({ title: 'Water the ferns', message });
  });

  test('about a miss that is resolved does not say what can still be done', () => {
    expect(about('missed', '2026-11-26T17:30:00.000Z', { resolved: true }).message).toBe('Missed. It was due yesterday, 18:30');
  });

  test('about a streak names the day of the miss', () => {
    const told = (instant: string) => about('streak_broken', instant);
    expect(told('2026-11-26T22:59:59.999Z')).toEqual({
      title: 'Streak of 13 days ended',
      message: 'A miss yesterday ended it. The next kept day begins a new one.',
    });
    expect(told('2026-11-20T22:59:59.999Z').message).toMatch(/^A miss on Fri 20 Nov ended it\./);
  });
});
