import { describe, expect, test } from 'vitest';
import { GitHubBusy, GitHubNotConnected } from '../../../src/ports/github.ts';
import { addressOf, githubHub, SITE } from '../../support/github/double.ts';
import { ADA, BO, type DoublePull, sha, TOKEN } from '../../support/github/world.ts';

const SINCE = '2026-11-20T10:00:00.500Z';
const hub = githubHub();
const github = hub.open;
const { commit } = hub;
const pull = (fields: Partial<DoublePull> = {}): DoublePull => {
  const made = {
    repository: 'ada/ship',
    number: 7,
    title: 'Ship',
    user: ADA,
    created_at: '2026-11-20T12:00:00Z',
    merged_at: null,
    reviews: [],
  };
  const one = { ...made, ...fields };
  hub.world.pulls.push(one);
  return one;
};
const query = { since: SINCE, repository: null, page: 1 };

describe('commits', () => {
  test('are listed for the owner since an instant, newest first, with their sizes and when they were pushed', async () => {
    const first = commit('first');
    const second = commit('second', { date: '2026-11-20T12:00:00Z' });
    commit('before', { date: '2026-11-20T09:59:59Z' });
    commit('of another', { author: BO });
    hub.world.pushes.push({ head: second.sha, created_at: '2026-11-20T12:30:00Z', by: ADA });
    const { changes, next } = await github().commits('u', query);
    expect(changes).toEqual([
      {
        kind: 'commit',
        url: addressOf(second),
        repository: 'ada/ship',
        sha: second.sha,
        number: null,
        text: 'second',
        author: 'ada',
        state: null,
        at: '2026-11-20T12:00:00.000Z',
        merged_at: null,
        pushed_at: '2026-11-20T12:30:00.000Z',
        additions: 12,
        deletions: 3,
      },
      expect.objectContaining({ sha: first.sha, pushed_at: null }),
    ]);
    expect(next).toBeNull();
  });

  test('are listed in pages, and for one repository', async () => {
    for (let n = 0; n < 21; n++) commit(`c${n}`);
    commit('elsewhere', { repository: 'ada/other' });
    const api = github();
    const first = await api.commits('u', query);
    expect([first.changes.length, first.next]).toEqual([20, 2]);
    expect(await api.commits('u', { ...query, page: 2 })).toMatchObject({ changes: { length: 2 }, next: null });
    expect((await api.commits('u', { ...query, repository: 'ada/other' })).changes).toMatchObject([{ text: 'elsewhere' }]);
  });

  test('of a private repository are listed only through the App, on the owner’s own account', async () => {
    hub.world.hidden.add('ada/secret');
    const hidden = commit('hidden', { repository: 'ada/secret' });
    expect((await github().commits('u', query)).changes).toEqual([]);
    hub.world.installations = [{ id: 4, account: { ...BO, type: 'User' }, repositories: ['ada/secret'] }];
    expect((await github({ withApp: true }).commits('u', query)).changes).toEqual([]);
    hub.world.installations = [{ id: 5, account: { ...ADA, type: 'User' }, repositories: ['ada/secret'] }];
    const api = github({ withApp: true });
    expect((await api.commits('u', query)).changes).toMatchObject([{ sha: hidden.sha, additions: 12 }]);
    const url = addressOf(hidden);
    expect(await api.lookUp('u', [url])).toMatchObject(new Map([[url, { own: true }]]));
    expect(await github().lookUp('u', [url])).toEqual(new Map());
  });
});

test('pull requests opened or merged since, and reviews submitted since, are the owner’s own', async () => {
  pull();
  pull({ number: 8, created_at: '2026-11-01T12:00:00Z', merged_at: '2026-11-20T13:00:00Z' });
  const reviews = [
    { id: 5, user: ADA, state: 'APPROVED', submitted_at: '2026-11-20T14:00:00Z' },
    { id: 6, user: BO, state: 'COMMENTED', submitted_at: '2026-11-20T14:00:00Z' },
    { id: 7, user: ADA, state: 'PENDING', submitted_at: null },
  ];
  pull({ number: 9, user: BO, title: 'Theirs', reviews });
  const { changes } = await github().pulls('u', query);
  expect(changes.map(({ kind, number, state, at, text }) => [kind, number, state, at, text])).toEqual([
    ['review', 9, 'approved', '2026-11-20T14:00:00.000Z', 'Theirs'],
    ['pull_request', 8, 'merged', '2026-11-20T13:00:00.000Z', 'Ship'],
    ['pull_request', 7, 'open', '2026-11-20T12:00:00.000Z', 'Ship'],
  ]);
});

describe('looking up', () => {
  test('finds commits, pull requests and reviews by their addresses, and says whose they are', async () => {
    const own = addressOf(commit('own'));
    const theirs = addressOf(commit('theirs', { author: BO }));
    const nobodys = addressOf(commit('nobodys', { author: null }));
    pull({ reviews: [{ id: 5, user: BO, state: 'APPROVED', submitted_at: '2026-11-20T14:00:00Z' }] });
    const [opened, reviewed] = [`${SITE}/ada/ship/pull/7/files`, `${SITE}/ada/ship/pull/7#pullrequestreview-5`];
    const gone = `${SITE}/ada/ship/commit/${sha('gone')}`;
    const urls = [own, theirs, nobodys, opened, reviewed, gone, 'https://example.org/ada/ship/pull/7'];
    const found = await github().lookUp('u', urls);
    expect([...found].map(([url, { own: isOwn, change }]) => [url, isOwn, change.kind, change.author])).toEqual([
      [own, true, 'commit', 'ada'],
      [theirs, false, 'commit', 'bo'],
      [nobodys, false, 'commit', 'Somebody'],
      [opened, true, 'pull_request', 'ada'],
      [reviewed, false, 'review', 'bo'],
    ]);
  });

  test('recognizes addresses by their form and only on its site', () => {
    const { kindOf } = github();
    const addresses = [
      '/a/b/commit/0a1b2c3',
      '/a/b/pull/7/commits/0a1b2c3d',
      '/a/b/pull/7',
      '/a/b/pull/7#pullrequestreview-1',
      '/a/b/issues/7',
      '/a/b',
    ];
    expect(addresses.map((path) => kindOf(`${SITE}${path}`))).toEqual(['commit', 'commit', 'pull_request', 'review', null, null]);
    expect([kindOf('https://github.com.example.org/a/b/pull/7'), kindOf('no address')]).toEqual([null, null]);
  });
});

describe('limits and faults', () => {
  const url = `${SITE}/ada/ship/commit/${sha('own')}`;
  const look = (api = github()) => api.lookUp('u', [url]);

  test.each([
    [
      'a secondary limit with its time',
      { status: 403, headers: { 'retry-after': '30' }, message: 'You have exceeded a secondary rate limit.' },
      30,
    ],
    [
      'a secondary limit without a time',
      { status: 403, message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' },
      60,
    ],
    ['too many requests', { status: 429, message: 'Too many requests' }, 60],
  ])('no request is sent before the end of %s', async (_, fault, seconds) => {
    commit('own');
    const api = github();
    hub.world.faults = [fault];
    await expect(look(api)).rejects.toMatchObject({ name: 'GitHubBusy', seconds });
    const before = hub.world.asked.length;
    await expect(look(api)).rejects.toBeInstanceOf(GitHubBusy);
    expect(hub.world.asked.length).toBe(before);
    hub.time += seconds * 1_000 + 1;
    expect((await look(api)).size).toBe(1);
  });

  test('no request is sent before the reset of the primary limit', async () => {
    commit('own');
    const api = github();
    const reset = Math.floor(hub.time / 1_000) + 900;
    hub.world.faults = [
      {
        status: 403,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
        message: 'API rate limit exceeded for user ID 1815.',
      },
    ];
    await expect(look(api)).rejects.toMatchObject({ seconds: expect.toSatisfy((seconds: number) => seconds > 890 && seconds <= 900) });
  });

  test('a request waits by itself if the wait is short', async () => {
    commit('own');
    const api = github();
    hub.world.faults = [{ status: 429, headers: { 'retry-after': '1' }, message: 'slow down' }];
    expect((await look(api)).size).toBe(1);
    expect(hub.waits).toHaveLength(1);
  });

  test('an error of GitHub is not taken as an answer', async () => {
    const api = github();
    hub.world.faults = [{ status: 502, message: 'Server Error' }];
    await expect(look(api)).rejects.toMatchObject({ name: 'GitHubBusy', seconds: null });
  });

  test('a token that GitHub refuses ends the connection', async () => {
    hub.access = { token: 'gho_old', id: String(ADA.id), scopes: [] };
    await expect(look()).rejects.toBeInstanceOf(GitHubNotConnected);
    expect(hub.refused).toHaveBeenCalledWith('u', 'github', 'gho_old');
  });

  test('a token of another account is not used', async () => {
    hub.access = { token: TOKEN, id: '999', scopes: [] };
    await expect(look()).rejects.toBeInstanceOf(GitHubNotConnected);
  });

  test('no request is sent without a connection', async () => {
    hub.access = null;
    await expect(look()).rejects.toBeInstanceOf(GitHubNotConnected);
    expect([await github().accountOf('u'), hub.world.asked]).toEqual([null, []]);
  });
});
