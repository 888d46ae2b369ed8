import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Access, Connections } from '../../../src/ports/connections.ts';
import { GitHubBusy, GitHubNotConnected } from '../../../src/ports/github.ts';
import { createApi } from '../../../src/providers/github/api.ts';
import { githubApp, NO_APP } from '../../../src/providers/github/app.ts';
import { createGitHub } from '../../../src/providers/github/github.ts';
import { signedWith } from '../../../src/providers/github/signatures.ts';
import { ADA, BO, type DoubleCommit, type DoublePull, type GitHubDouble, sha, startGitHub, TOKEN } from '../../support/github/double.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const SITE = 'https://github.com';
const SINCE = '2026-11-20T10:00:00.500Z';
let double: GitHubDouble;
beforeAll(async () => {
  double = await startGitHub(publicKey);
});
afterAll(() => double.close());

let access: Access | null;
const refused = vi.fn(async () => undefined);
const connections: Connections = { tokenOf: async () => access, refused };
beforeEach(() => {
  access = { token: TOKEN, id: String(ADA.id), scopes: ['read:user'] };
  refused.mockClear();
  Object.assign(double.world, { commits: [], pulls: [], pushes: [], hidden: new Set(), installation: null, faults: [], asked: [] });
});

let time = 0;
const waits: number[] = [];
function github({ withApp = false } = {}) {
  time = Date.now();
  waits.length = 0;
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
    time += ms;
  };
  const api = createApi({ url: double.url, now: () => time, wait, timeoutMs: 2_000 });
  const app = withApp ? githubApp({ id: '77', key: privateKey, url: double.url }, api) : NO_APP;
  return createGitHub({ connections, api, app, site: SITE, isSigned: signedWith('secret'), now: () => time });
}

const commit = (name: string, fields: Partial<DoubleCommit> = {}): DoubleCommit => {
  const one = { sha: sha(name), repository: 'ada/ship', message: name, author: ADA, date: '2026-11-20T11:00:00Z', ...fields };
  double.world.commits.push(one);
  return one;
};
const addressOf = ({ repository, sha: id }: DoubleCommit): string => `${SITE}/${repository}/commit/${id}`;
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
  double.world.pulls.push(one);
  return one;
};
const query = { since: SINCE, repository: null, page: 1 };

describe('commits', () => {
  test('are the owner’s since an instant, the newest first, with their sizes and when they were pushed', async () => {
    const first = commit('first');
    const second = commit('second', { date: '2026-11-20T12:00:00Z' });
    commit('before', { date: '2026-11-20T09:59:59Z' });
    commit('of another', { author: BO });
    double.world.pushes.push({ head: second.sha, created_at: '2026-11-20T12:30:00Z', by: ADA });
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

  test('come in pages, and of one repository', async () => {
    for (let n = 0; n < 21; n++) commit(`c${n}`);
    commit('elsewhere', { repository: 'ada/other' });
    const hub = github();
    const first = await hub.commits('u', query);
    expect([first.changes.length, first.next]).toEqual([20, 2]);
    expect(await hub.commits('u', { ...query, page: 2 })).toMatchObject({ changes: { length: 2 }, next: null });
    expect((await hub.commits('u', { ...query, repository: 'ada/other' })).changes).toMatchObject([{ text: 'elsewhere' }]);
  });

  test('of a private repository are there only through the App, on the owner’s own account', async () => {
    double.world.hidden.add('ada/secret');
    const hidden = commit('hidden', { repository: 'ada/secret' });
    expect((await github().commits('u', query)).changes).toEqual([]);
    double.world.installation = { account: BO.id, repositories: ['ada/secret'] };
    expect((await github({ withApp: true }).commits('u', query)).changes).toEqual([]);
    double.world.installation = { account: ADA.id, repositories: ['ada/secret'] };
    const hub = github({ withApp: true });
    expect((await hub.commits('u', query)).changes).toMatchObject([{ sha: hidden.sha, additions: 12 }]);
    const url = addressOf(hidden);
    expect(await hub.lookUp('u', [url])).toMatchObject(new Map([[url, { own: true }]]));
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

  test('tells addresses by their form, and by the site alone', () => {
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
  const look = (hub = github()) => hub.lookUp('u', [url]);

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
  ])('%s: nobody asks again before it is over', async (_, fault, seconds) => {
    commit('own');
    const hub = github();
    double.world.faults = [fault];
    await expect(look(hub)).rejects.toMatchObject({ name: 'GitHubBusy', seconds });
    const before = double.world.asked.length;
    await expect(look(hub)).rejects.toBeInstanceOf(GitHubBusy);
    expect(double.world.asked.length).toBe(before);
    time += seconds * 1_000 + 1;
    expect((await look(hub)).size).toBe(1);
  });

  test('the primary limit is waited for until its reset', async () => {
    commit('own');
    const hub = github();
    const reset = Math.floor(time / 1_000) + 900;
    double.world.faults = [
      {
        status: 403,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) },
        message: 'API rate limit exceeded for user ID 1815.',
      },
    ];
    await expect(look(hub)).rejects.toMatchObject({ seconds: expect.toSatisfy((seconds: number) => seconds > 890 && seconds <= 900) });
  });

  test('a short wait is waited out in the request itself', async () => {
    commit('own');
    const hub = github();
    double.world.faults = [{ status: 429, headers: { 'retry-after': '1' }, message: 'slow down' }];
    expect((await look(hub)).size).toBe(1);
    expect(waits).toHaveLength(1);
  });

  test('a fault of GitHub’s is no answer', async () => {
    const hub = github();
    double.world.faults = [{ status: 502, message: 'Server Error' }];
    await expect(look(hub)).rejects.toMatchObject({ name: 'GitHubBusy', seconds: null });
  });

  test('a token that GitHub does not take ends the connection', async () => {
    access = { token: 'gho_old', id: String(ADA.id), scopes: [] };
    await expect(look()).rejects.toBeInstanceOf(GitHubNotConnected);
    expect(refused).toHaveBeenCalledWith('u', 'github', 'gho_old');
  });

  test('a token of another account is not used', async () => {
    access = { token: TOKEN, id: '999', scopes: [] };
    await expect(look()).rejects.toBeInstanceOf(GitHubNotConnected);
  });

  test('without a connection nobody is asked', async () => {
    access = null;
    await expect(look()).rejects.toBeInstanceOf(GitHubNotConnected);
    expect([await github().accountOf('u'), double.world.asked]).toEqual([null, []]);
  });
});
