import { expect, test } from 'vitest';
import { masked } from '../src/presenters/ai.ts';
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
