import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { hasSeenOnboarding, setSeenOnboarding } from '../../web/api/session.ts';
import { STEPS, Welcome } from '../../web/welcome/welcome.tsx';
import { htmlOf, textsOf } from './render.ts';

afterEach(() => vi.unstubAllGlobals());

/** The local storage of a browser, which holds this. */
function storing(kept: Record<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
  });
  return kept;
}

test('the introduction has four steps', () => {
  expect(STEPS.map(({ title }) => title)).toEqual([
    'Smart Task Management',
    'Accountability Partner',
    'Smart Notifications',
    'Personalized Settings',
  ]);
});

test('it begins with the first, from which nothing leads back', () => {
  storing({});
  const screen = createElement(Welcome);
  expect(textsOf(screen)).toEqual(expect.arrayContaining(['1 of 4', 'Smart Task Management', 'Skip introduction', 'Back', 'Next']));
  expect(htmlOf(screen)).toMatch(/<button[^>]*disabled=""[^>]*>(?:<[^>]*>)*Back/);
  expect(htmlOf(screen)).toContain('aria-label="Close"');
});

test('whether it was seen is kept in the browser under hasSeenOnboarding, and then it is not shown', () => {
  const kept = storing({});
  expect(hasSeenOnboarding()).toBe(false);
  setSeenOnboarding();
  expect(Object.keys(kept)).toEqual(['hasSeenOnboarding']);
  expect(hasSeenOnboarding()).toBe(true);
  expect(textsOf(createElement(Welcome))).toEqual([]);
});
