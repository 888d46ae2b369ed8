import { expect, test } from 'vitest';
import { addressOf } from '../../../src/providers/github/address.ts';
import { developmentGitHub } from '../../../src/providers/github/development.ts';
import { branchesIn, NO_PUSHES, pushesIn, signedWith } from '../../../src/providers/github/pushes.ts';

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
])('the address github.com/ada/ship%s is read only on its site', (path, expected) => {
  for (const origin of [SITE, 'https://www.github.com', 'http://GitHub.com'])
    expect(addressOf(`${origin}/ada/ship${path}`, SITE)).toEqual(expected);
  expect(addressOf(`https://github.com.example.org/ada/ship${path}`, SITE)).toBeNull();
});

const at = (minute: number): string => `2026-11-20T12:${String(minute).padStart(2, '0')}:00Z`;
const event = (type: string, minute: number, payload: object) => ({ type, created_at: at(minute), repo: { name: 'ada/ship' }, payload });

test('events give the time of pushed commits, and the branches with their newest commit', () => {
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

test('activities of a repository give its branches, without deleted ones', () => {
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

const ids = new Map([
  ['ada', '7'],
  ['bo', '8'],
]);
const connections = {
  tokenOf: async (owner: string) => {
    const id = ids.get(owner);
    return id === undefined ? null : { token: 't', id, scopes: [] };
  },
};
const clock = { now: () => '2026-11-22T09:30:00.000Z' };
const github = developmentGitHub({ connections, clock, isSigned: signedWith(null) });
const query = { since: '2026-11-20T10:00:00.500Z', repository: null, page: 1 };

test('in development every account has commits of its own since any instant, in pages, which can be looked up', async () => {
  const first = await github.commits('ada', query);
  const second = await github.commits('ada', { ...query, page: first.next ?? 0 });
  expect([first.changes.length, first.next, second.next]).toEqual([20, 2, 3]);
  const [newest] = first.changes;
  expect(newest).toMatchObject({ kind: 'commit', author: 'dev-7', at: '2026-11-22T09:00:00.000Z' });
  const url = newest?.url ?? '';
  expect((await github.lookUp('ada', [url])).get(url)).toEqual({ change: newest, own: true });
  expect((await github.lookUp('bo', [url])).get(url)).toMatchObject({ own: false });
});

test('in development a new task has no commit at first, and soon one', async () => {
  const since = '2026-11-22T09:29:59.500Z';
  expect((await github.commits('ada', { ...query, since })).changes).toEqual([]);
  expect((await github.commits('ada', { ...query, since: '2026-11-22T09:29:50.000Z' })).changes).toMatchObject([
    { at: '2026-11-22T09:29:51.000Z' },
  ]);
});

test('in development there are also pull requests and reviews, and invented addresses are not found', async () => {
  const { changes } = await github.pulls('ada', query);
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['pull_request', 'review']));
  const urls = changes.map(({ url }) => url);
  expect((await github.lookUp('ada', urls)).size).toBe(urls.length);
  const [commit] = (await github.commits('ada', query)).changes;
  const bad = [
    `${commit?.url}`.replace(/.$/, 'g'),
    `${commit?.url}`.slice(0, -1).concat('0'),
    'https://github.com/dev-7/other/commit/0a1b2c3d4',
  ];
  const found = await github.lookUp(
    'ada',
    bad.filter((url) => url !== commit?.url),
  );
  expect(found.size).toBe(0);
});

test('in development nothing is listed without a connection, and nothing is signed without a secret', async () => {
  await expect(github.commits('eve', query)).rejects.toThrow('Connect GitHub');
  expect([await github.accountOf('eve'), await github.accountOf('ada'), await github.isSigned(Buffer.from('{}'), 'sha256=00')]).toEqual([
    null,
    '7',
    false,
  ]);
});
