import { expect, test } from 'vitest';
import { developmentGitHub } from '../../../src/providers/github/development.ts';
import { signedWith } from '../../../src/providers/github/signatures.ts';

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

test('every account has made commits since any instant, in pages, that can be looked up and are its own', async () => {
  const first = await github.commits('ada', query);
  const second = await github.commits('ada', { ...query, page: first.next ?? 0 });
  expect([first.changes.length, first.next, second.next]).toEqual([20, 2, 3]);
  const [newest] = first.changes;
  expect(newest).toMatchObject({ kind: 'commit', author: 'dev-7', at: '2026-11-22T09:00:00.000Z' });
  const url = newest?.url ?? '';
  expect((await github.lookUp('ada', [url])).get(url)).toEqual({ change: newest, own: true });
  expect((await github.lookUp('bo', [url])).get(url)).toMatchObject({ own: false });
});

test('a task that was just made has none, and soon has one', async () => {
  const since = '2026-11-22T09:29:59.500Z';
  expect((await github.commits('ada', { ...query, since })).changes).toEqual([]);
  expect((await github.commits('ada', { ...query, since: '2026-11-22T09:29:50.000Z' })).changes).toMatchObject([
    { at: '2026-11-22T09:29:51.000Z' },
  ]);
});

test('pull requests and reviews are made, too; invented addresses are none', async () => {
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

test('who is not connected has none, and without a secret nothing is signed', async () => {
  await expect(github.commits('eve', query)).rejects.toThrow('Connect GitHub');
  expect([await github.accountOf('eve'), await github.accountOf('ada'), await github.isSigned(Buffer.from('{}'), 'sha256=00')]).toEqual([
    null,
    '7',
    false,
  ]);
});
