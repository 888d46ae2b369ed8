import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, test } from 'vitest';
import { MARK_NAMES, markOf, markWord } from '../../../src/contracts/words/marks.ts';
import { signInAddress } from '../../../web/api/session.ts';
import { Avatar, displayName, initials } from '../../../web/ui/avatar.tsx';
import { ProviderLinks, ProviderRefusal } from '../../../web/ui/providers.tsx';

describe('an avatar', () => {
  const shown = (avatarUrl: string | null) =>
    renderToString(createElement(Avatar, { person: { email: 'ada@example.org', userMetadata: { fullName: 'Ada Lovelace', avatarUrl } } }));

  it('shows a picture that is read over https', () => {
    expect(shown('https://example.org/a.png')).toContain('<img src="https://example.org/a.png"');
    expect(shown('HTTPS://example.org/a.png')).toContain('<img');
  });

  it.each(['http://example.org/a.png', null])('shows the initials instead of %s', (url) => {
    expect(shown(url)).toContain('AL');
    expect(shown(url)).not.toContain('<img');
  });
});

const person = (fullName: string, email = 'ines@kowalczyk.eu') => ({ email, userMetadata: { fullName, avatarUrl: null } });

describe('initials', () => {
  it.each([
    ['Inés Kowalczyk', 'IK'],
    ['  ada  ', 'A'],
    ['Nguyễn Thị Minh Châu', 'NC'],
    ['żaneta żak', 'ŻŻ'],
    ['👩‍💻 Dev', '👩‍💻D'],
    ['Юлія Шевченко', 'ЮШ'],
  ])('of %j are %j', (name, expected) => {
    expect(initials(person(name))).toBe(expected);
  });

  it('are the first two letters of the email when there is no name', () => {
    expect(initials(person('', 'x.y@z.de'))).toBe('X.');
    expect(initials(person('   ', 'a@b.de'))).toBe('A@');
    expect(initials({ email: 'ab@c.de' })).toBe('AB');
  });

  it('are U when nothing is known', () => {
    expect(initials(null)).toBe('U');
    expect(initials(person('', ''))).toBe('U');
  });
});

describe('the display name', () => {
  it('is the full name, else the part of the email before the @, else User', () => {
    expect(displayName(person(' Inés Kowalczyk '))).toBe('Inés Kowalczyk');
    expect(displayName(person(''))).toBe('ines');
    expect(displayName(person('', '@nobody'))).toBe('User');
    expect(displayName(undefined)).toBe('User');
  });
});

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);

test('the links lead to every provider, or to a given one, with the purpose of the sign-in', () => {
  const address = (platform: 'google' | 'github') => signInAddress(platform, { for: 'password' });
  expect(linksOf(renderToString(createElement(ProviderLinks, { address })))).toEqual([
    '/api/auth/oauth/google?for=password',
    '/api/auth/oauth/github?for=password',
  ]);
  const one = renderToString(createElement(ProviderLinks, { address, platform: 'github' }));
  expect(linksOf(one)).toEqual(['/api/auth/oauth/github?for=password']);
  expect(one.replaceAll('<!-- -->', '')).toContain('Continue with GitHub');
  expect(signInAddress('google', { timezone: 'Europe/Berlin' })).toBe('/api/auth/oauth/google?timezone=Europe%2FBerlin');
  expect(signInAddress('google', { timezone: '' })).toBe('/api/auth/oauth/google');
});

test('the message of a provider is shown as text, up to 300 characters', () => {
  const shown = (message: string) => renderToString(createElement(ProviderRefusal, { message }));
  expect(shown('<a href="https://evil.example">here</a>')).not.toContain('<a');
  expect(shown('ä😀'.repeat(200)).match(/😀/gu)).toHaveLength(150);
  expect(shown('Denied.')).toMatch(/role="alert"/);
});

const task = { status: 'completed', late: false, outcome: 'kept', verificationState: 'not_required', onWord: false } as const;

describe('the mark of a task', () => {
  it('is its status while it is not completed', () => {
    for (const status of ['pending', 'in_progress', 'missed', 'skipped'] as const) expect(markOf({ ...task, status })).toBe(status);
  });

  it("is its proof once it is completed, and 'late' whenever it was late", () => {
    expect(markOf(task)).toBe('completed');
    for (const state of ['awaiting_proof', 'in_review', 'verified', 'rejected', 'expired'] as const) {
      expect(markOf({ ...task, verificationState: state })).toBe(state);
    }
    expect(markOf({ ...task, late: true, outcome: 'missed' })).toBe('late');
  });

  it("is not 'verified' if nobody judged the proof", () => {
    const onWord = { ...task, verificationState: 'verified', onWord: true } as const;
    expect([markOf(onWord), markWord(markOf(onWord))]).toEqual(['on_word', 'On your word']);
    expect(markOf({ ...onWord, late: true, outcome: 'missed' })).toBe('late');
  });

  it("stays 'skipped' for a task that was skipped in time and done after its deadline, as in the PDF", () => {
    expect(markOf({ ...task, late: true, outcome: 'skipped' })).toBe('skipped');
  });

  it("is 'taken back' only for a task that was open when it was deleted", () => {
    expect(markOf({ ...task, status: 'pending', deleted: true })).toBe('taken_back');
    expect(markOf({ ...task, deleted: true })).toBe('completed');
    expect(markOf({ ...task, status: 'missed', deleted: true })).toBe('missed');
  });

  it('has its own word for each drawing', () => {
    expect(new Set(MARK_NAMES.map(markWord)).size).toBe(MARK_NAMES.length);
  });
});
