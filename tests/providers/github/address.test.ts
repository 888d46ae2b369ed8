import { expect, test } from 'vitest';
import { addressOf } from '../../../src/providers/github/address.ts';

const SITE = 'https://github.com';
const SHA = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';
const pull = { kind: 'pull_request', repository: 'ada/ship', id: null, number: 5 };
const review = { ...pull, kind: 'review', id: '991' };
const commit = { kind: 'commit', repository: 'ada/ship', id: SHA, number: null };

test.each([
  ['/pull/5', pull],
  ['/pull/5/', pull],
  ['/pull/5/files', pull],
  ['/pull/5/changes', pull],
  ['/pull/5/commits', pull],
  ['/pull/5/checks?check_run_id=7', pull],
  ['/pull/5/conflicts', pull],
  [`/pull/5/files/${SHA}`, pull],
  [`/pull/5/changes/${SHA}`, pull],
  [`/pull/5/files/${SHA}..${SHA.slice(0, 9)}#diff-0a1b`, pull],
  ['/pull/5.patch', pull],
  ['/pull/5.diff', pull],
  ['/pull/5#issuecomment-12', pull],
  ['/pull/5#discussion_r12', pull],
  ['/pull/5#pullrequestreview-991', review],
  ['/pull/5/files#pullrequestreview-991', review],
  ['/pull/5/changes#pullrequestreview-991', review],
  [`/pull/5/commits/${SHA}`, commit],
  [`/commit/${SHA}`, commit],
  [`/commit/${SHA.toUpperCase()}/`, commit],
  [`/commit/${SHA}.patch`, commit],
  [`/commit/${SHA}/checks`, commit],
  [`/commits/${SHA}?diff=split#diff-0a1b`, commit],
  ['/pull/five', null],
  ['/pull/5/anything', null],
  ['/issues/5', null],
  ['/compare/main...next', null],
  ['/commit/main', null],
  ['', null],
])('github.com/ada/ship%s', (path, expected) => {
  for (const origin of [SITE, 'https://www.github.com', 'http://GitHub.com'])
    expect(addressOf(`${origin}/ada/ship${path}`, SITE)).toEqual(expected);
  expect(addressOf(`https://github.com.example.org/ada/ship${path}`, SITE)).toBeNull();
});
