import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '../../../web/api/session.ts';
import { Bell } from '../../../web/app/bell.tsx';
import { ErrorBoundary } from '../../../web/app/error-boundary.tsx';
import { LoadingScreen } from '../../../web/app/loading-screen.tsx';
import { NotFound } from '../../../web/app/not-found.tsx';
import { SideBar } from '../../../web/app/side-bar.tsx';
import { TopBar } from '../../../web/app/top-bar.tsx';
import { Unreachable } from '../../../web/app/unreachable.tsx';
import { htmlOf, linksOf, textsOf } from '../render-screen.ts';

afterEach(() => vi.unstubAllGlobals());

const ADA: User = {
  id: 'ada',
  email: 'ada@example.org',
  emailConfirmedAt: null,
  timezone: 'UTC',
  createdAt: '2026-11-01T00:00:00Z',
  userMetadata: { fullName: 'Ada Lovelace', avatarUrl: null },
};
const SIDE = { narrow: false, open: true, setOpen: () => undefined, toggle: () => undefined };

test('the side bar has the name, the subtitle and four entries under Platform', () => {
  const bar = createElement(SideBar, { open: true });
  expect(textsOf(bar)).toEqual(expect.arrayContaining(['Vouch', 'Task Management', 'Platform']));
  expect(linksOf(bar)).toEqual(['Dashboard /dashboard', 'Todo /todo', 'Verify /verify', 'Report /report']);
});

test('the top bar has the name with the tagline, the switch of the side bar, the bell and the menu of the user', () => {
  // A menu asks where on the page it opens.
  vi.stubGlobal('document', { querySelector: () => null });
  const bar = createElement(TopBar, { user: ADA, side: SIDE, onSearch: () => undefined });
  expect(textsOf(bar)).toEqual(expect.arrayContaining(['Vouch', 'Your Success, Verified', 'AL']));
  for (const label of ['Toggle sidebar', 'Alerts', 'AL, account of Ada Lovelace']) expect(htmlOf(bar)).toContain(`aria-label="${label}"`);
});

test('the badge of the bell is capped', () => {
  const alerts = Array.from({ length: 10 }, (_, id) => ({ id: String(id) }));
  expect(textsOf(createElement(Bell), { known: [[['alerts', 'active'], alerts]] })).toEqual(['9+']);
});

test('while the session is loading it says so, and where it cannot be had', () => {
  expect(textsOf(createElement(LoadingScreen))).toEqual(['Loading...']);
  expect(textsOf(createElement(Unreachable, { onRetry: () => undefined }))).toEqual(
    expect.arrayContaining(['Failed to get session', 'Retry']),
  );
});

test('an address without a page says so', () => {
  expect(textsOf(createElement(NotFound))[0]).toBe('Page not found');
});

/** What is shown in place of a screen that failed with this. */
function shownFor(error: unknown): readonly string[] {
  const boundary = new ErrorBoundary({ children: 'the screen' });
  boundary.state = ErrorBoundary.getDerivedStateFromError(error);
  return textsOf(createElement(() => boundary.render()));
}

test('a screen that fails says why, where that is known', () => {
  expect(shownFor(new Error('It broke.'))).toEqual(['Something went wrong', 'It broke.', 'Reload Page']);
  expect(shownFor('thrown')).toEqual(['Something went wrong', 'An unexpected error occurred', 'Reload Page']);
});
