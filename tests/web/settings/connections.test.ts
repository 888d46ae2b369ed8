import { expect, test } from 'vitest';
import { LOOK_MS, lastRead, readWords, redirectWords, scopeWords, sinceWords } from '../../../web/settings/connecting.ts';

test('each code of a return has its sentence, and an unknown code a general one', () => {
  expect(redirectWords('google', 'access_denied')).toBe('You did not allow it at Google.');
  const codes = ['access_denied', 'state_invalid', 'unauthenticated', 'scope_missing', 'unavailable', 'not_set_up', 'refused'];
  expect(new Set(codes.map((code) => redirectWords('github', code))).size).toBe(codes.length);
  for (const odd of ['nonsense', 'toString', null]) expect(redirectWords('x', odd)).toBe('The provider gave no reason. Begin again.');
});

test('a card shows since when and as whom the owner is connected, in the owner’s zone', () => {
  const connection = {
    platform: 'github',
    connected: true,
    userIdOnPlatform: '583231',
    scopes: ['read:user'],
    connectedAt: '2026-11-23T13:12:00Z',
    problem: null,
  } as const;
  expect(sinceWords({ ...connection, scopes: [] }, { zone: 'Europe/Berlin', today: '2026-11-24' })).toBe(
    'Connected since 23 Nov, 14:12, as 583231.',
  );
});

test('the allowed scopes are written in words, each once, and an unknown scope by its name', () => {
  expect(scopeWords(['openid', 'email', 'https://www.googleapis.com/auth/gmail.send', 'gmail.send', 'repo'])).toEqual([
    'who you are',
    'your address',
    'sending mail in your name',
    'repo',
  ]);
});

test('a card shows what was read last for a proof, and when', () => {
  const here = { zone: 'Europe/Berlin', today: '2026-11-24' };
  const commit = {
    url: 'https://github.com/ada/vouch/pull/7',
    kind: 'pull_request',
    sha: null,
    repository: 'ada/vouch',
    author: 'ada',
    committedAt: null,
    pushedAt: null,
    message: null,
    readAt: '2026-11-23T13:12:00Z',
    confirmed: true,
    note: null,
  } as const;
  const given = (...commits: readonly object[]) => [{ submissions: [{ commits }] }] as unknown as Parameters<typeof lastRead>[0];
  const older = { ...commit, kind: 'commit', readAt: '2026-11-22T13:12:00Z' };
  expect(readWords(lastRead([...given(older, { ...commit, readAt: null }), ...given(commit)]), here)).toBe(
    'Last read for a proof: a pull request in ada/vouch, 23 Nov, 14:12.',
  );
  expect(readWords(lastRead(given({ ...commit, url: 'https://gitlab.com/a/b' })), here)).toBe('Nothing of yours was read for a proof yet.');
});

test('the page checks every 500 ms whether the popup was closed', () => expect(LOOK_MS).toBe(500));
