import { expect, test } from 'vitest';
import { commitOf } from '../../src/presenters/commits.ts';

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
])('the address %s says what it can say by itself', (url, repository, sha) => {
  expect(commitOf(url)).toMatchObject({ url, repository, sha, confirmed: null });
});
