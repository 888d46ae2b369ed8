import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { commitsQuery, type GithubCommit, type GithubPull, pullsQuery } from '../../../web/api/connections.ts';
import { ApiError } from '../../../web/api/problem.ts';
import { ChangeList } from '../../../web/proof/change-picker.tsx';
import { commitRow, pullRow, readWords, repositoryIn, sizeOf } from '../../../web/proof/change-words.ts';

const clock = { zone: 'Europe/Berlin', now: Date.parse('2026-11-20T16:00:00Z'), today: '2026-11-20', time: '17:00', minutes: 1_020 };
const COMMIT: GithubCommit = {
  url: 'https://github.com/ada/ship/commit/0a1b2c3d4e',
  sha: '0a1b2c3d4e',
  repository: 'ada/ship',
  message: 'Mend the parser\n\nOf dates.',
  author: 'ada',
  committedAt: '2026-11-20T13:00:00.000Z',
  pushedAt: '2026-11-20T13:30:00.000Z',
  additions: 12,
  deletions: 1,
  readAt: '2026-11-20T16:00:00.000Z',
};
const PULL: GithubPull = {
  kind: 'pull_request',
  url: 'https://github.com/ada/ship/pull/7',
  repository: 'ada/ship',
  number: 7,
  title: 'Ship',
  author: 'ada',
  state: 'merged',
  createdAt: '2026-11-19T13:00:00.000Z',
  mergedAt: '2026-11-20T13:00:00.000Z',
  readAt: '2026-11-20T15:00:00.000Z',
};
const asked = { task: 't1', repository: '' };

test('a commit shows where its date comes from, when it was pushed, and its size', () => {
  expect(commitRow(COMMIT, clock)).toEqual({
    url: COMMIT.url,
    title: 'Mend the parser',
    place: 'ada/ship 0a1b2c3',
    when: 'today 14:00, as the commit says; pushed today 14:30',
    size: '12 lines added, 1 taken away',
  });
  expect(commitRow({ ...COMMIT, pushedAt: null, additions: null, message: '' }, clock)).toMatchObject({
    title: 'No message',
    when: 'today 14:00, as the commit says',
    size: null,
  });
  expect(sizeOf({ additions: 1, deletions: 2_000 })).toBe('1 line added, 2,000 taken away');
});

test('a pull request shows when it was merged, and a list when it was read', () => {
  expect(pullRow(PULL, clock)).toMatchObject({ place: 'ada/ship #7', when: 'Merged today 14:00' });
  expect(pullRow({ ...PULL, kind: 'review', state: 'approved', mergedAt: null }, clock).when).toMatch(/^Review, approved /);
  expect([readWords([COMMIT, PULL], clock), readWords([], clock)]).toEqual(['Read from GitHub today 16:00.', null]);
});

test('a repository can be typed or pasted', () => {
  const typed = ['ada/ship', ' https://github.com/ada/ship.git', 'https://github.com/ada/ship/tree/main', '', 'ada', 'ada/sh ip'];
  expect(typed.map(repositoryIn)).toEqual(['ada/ship', 'ada/ship', 'ada/ship', '', null, null]);
});

function drawn(client: QueryClient, fields: object = {}): string {
  const props = { kind: 'commits', ...asked, clock, chosen: [], picked: [], onToggle: () => undefined, ...fields } as const;
  const list = createElement(MemoryRouter, null, createElement(ChangeList, props));
  return renderToString(createElement(QueryClientProvider, { client }, list)).replaceAll('<!-- -->', '');
}
const holding = (
  pages: readonly { items: readonly unknown[]; next: string | null }[],
  query: { queryKey: readonly unknown[] } = commitsQuery(asked),
) => {
  const client = new QueryClient();
  client.setQueryData(query.queryKey, { pages, pageParams: [null] });
  return client;
};

test('the list shows its entries and when they were read, which are chosen, and whether there are more', () => {
  const other = { ...COMMIT, url: `${COMMIT.url}5`, message: 'Another' };
  const html = drawn(holding([{ items: [COMMIT, other], next: 'p2' }]), { chosen: [COMMIT.url], picked: [other.url] });
  for (const words of ['Mend the parser', 'as the commit says', 'Read from GitHub today 17:00.', 'chosen already', 'More'])
    expect(html).toContain(words);
  expect(html.match(/checked=""/g)).toHaveLength(2);
  expect(html.match(/disabled=""/g)).toHaveLength(1);
  const pulls = drawn(holding([{ items: [PULL], next: null }], pullsQuery(asked)), { kind: 'pulls' });
  expect(pulls).toContain('Merged today 14:00');
  expect(pulls).not.toContain('More');
});

test('the list says if nothing was found, if nobody is connected, and if GitHub does not answer', async () => {
  expect(drawn(holding([{ items: [], next: null }]))).toContain('No commits since then');
  const failing = async (error: ApiError) => {
    const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
    await client.fetchInfiniteQuery({ ...commitsQuery(asked), queryFn: () => Promise.reject(error) }).catch(() => undefined);
    return drawn(client);
  };
  const connected = await failing(new ApiError('Connect GitHub first.', { status: 409, code: 'conflict' }));
  expect(connected).toContain('GitHub is not connected');
  expect(connected).toContain('/settings/integrations');
  expect(await failing(new ApiError('GitHub asks to wait.', { status: 503, code: 'unavailable' }))).toContain('GitHub asks to wait.');
});
