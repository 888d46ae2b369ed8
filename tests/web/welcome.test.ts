import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { hasSeenOnboarding, setSeenOnboarding } from '../../web/api/session.ts';
import { STEPS, Welcome } from '../../web/welcome/welcome.tsx';
import { htmlOf, textsOf } from './examples.ts';

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

test('the introduction begins with the first step, which has no way back', () => {
  storing({});
  const screen = createElement(Welcome);
  expect(textsOf(screen)).toEqual(expect.arrayContaining(['1 of 4', 'Smart Task Management', 'Skip introduction', 'Back', 'Next']));
  expect(htmlOf(screen)).toMatch(/<button[^>]*disabled=""[^>]*>(?:<[^>]*>)*Back/);
  expect(htmlOf(screen)).toContain('aria-label="Close"');
});

test('an introduction that was seen is stored in the browser under hasSeenOnboarding and not shown again', () => {
  const kept = storing({});
  expect(hasSeenOnboarding()).toBe(false);
  setSeenOnboarding();
  expect(Object.keys(kept)).toEqual(['hasSeenOnboarding']);
  expect(hasSeenOnboarding()).toBe(true);
  expect(textsOf(createElement(Welcome))).toEqual([]);
});
