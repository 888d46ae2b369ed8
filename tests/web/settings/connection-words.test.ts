import { expect, test } from 'vitest';
import { redirectWords, scopeWords, sinceWords } from '../../../web/settings/connection-words.ts';

test('each code of a return has its sentence, and what is not known is said to have no reason', () => {
  expect(redirectWords('google', 'access_denied')).toBe('You did not allow it at Google.');
  const codes = ['access_denied', 'state_invalid', 'unauthenticated', 'scope_missing', 'unavailable', 'not_set_up', 'refused'];
  expect(new Set(codes.map((code) => redirectWords('github', code))).size).toBe(codes.length);
  for (const odd of ['nonsense', 'toString', null]) expect(redirectWords('x', odd)).toBe('The provider gave no reason. Begin again.');
});

test('a card says since when and as whom, in the owner’s zone', () => {
  const connection = {
    platform: 'github',
    connected: true,
    userIdOnPlatform: '583231',
    scopes: ['read:user'],
    connected_at: '2026-11-23T13:12:00Z',
    problem: null,
  } as const;
  expect(sinceWords({ ...connection, scopes: [] }, { zone: 'Europe/Berlin', today: '2026-11-24' })).toBe(
    'Connected since 23 Nov, 14:12, as 583231.',
  );
});

test('what was allowed is said in words, each once; an unknown name stands as it is', () => {
  expect(scopeWords(['openid', 'email', 'https://www.googleapis.com/auth/gmail.send', 'gmail.send', 'repo'])).toEqual([
    'who you are',
    'your address',
    'sending mail in your name',
    'repo',
  ]);
});
