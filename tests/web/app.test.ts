import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { afterEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { readSideOpen, sideCookie } from '../../src/contracts/side-bar.ts';
import { knownPages } from '../../src/http/static.ts';
import type { User } from '../../web/api/session.ts';
import { sessionEvent } from '../../web/app/session.tsx';
import { SideBar } from '../../web/app/side-bar.tsx';
import { Bell, badgeCount, TopBar } from '../../web/app/top-bar.tsx';
import { ErrorBoundary, LoadingScreen, NotFound, Unreachable } from '../../web/app/whole-page.tsx';
import { COMMANDS, findCommands, findTasks } from '../../web/palette/commands.ts';
import { screenPaths } from '../../web/screen-paths.ts';
import { pageWindow } from '../../web/ui/pagination.tsx';
import { aTask, dueOn, htmlOf, linksOf, textsOf } from './examples.ts';

const WEB = join(import.meta.dirname, '../../web');

it('the build lists the address of every screen', async () => {
  const folders = await Promise.all(globSync('*/screens.ts', { cwd: WEB }).map((file) => import(join(WEB, file))));
  expect(screenPaths()).toEqual(folders.flatMap(({ screens }) => Object.keys(screens)).sort());
  expect(screenPaths()).toContain('/dashboard');
});

/** The screens of the specification, with an id in the place of each name in braces. */
const SPECIFIED = [
  '/',
  '/auth',
  '/oauth/redirect',
  '/welcome',
  '/dashboard',
  '/todo',
  '/verify',
  '/verify/task/t1',
  '/verify/task/t1/attempt/c1',
  '/alerts',
  '/report',
  '/profile',
  '/settings',
  '/settings/integrations',
  '/settings/notifications',
  '/settings/time',
  '/settings/account',
  '/settings/accountability_partner',
  '/settings/subscription',
  '/auth/confirm',
  '/auth/reset',
  '/privacy',
  '/terms',
  '/security',
  '/verify-a-report',
];

it('the server knows every screen of the specification, and no other path', () => {
  const root = mkdtempSync(join(tmpdir(), 'vouch-pages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'screens.json'), JSON.stringify(screenPaths()));
  const isKnown = knownPages(root);
  expect(SPECIFIED.filter((path) => !isKnown(path))).toEqual([]);
  expect(['/task', '/settings/other', '/verify/t1', '/dashboards'].filter(isKnown)).toEqual([]);
});

describe('the bell', () => {
  it("counts to 9, and then says '9+'", () => {
    expect([0, 1, 9, 10, 250].map(badgeCount)).toEqual(['', '1', '9', '9+', '9+']);
  });
});

describe('a session poll', () => {
  it('reports a change, but nothing at the first answer or without an answer', () => {
    expect(sessionEvent(undefined, null)).toBeNull();
    expect(sessionEvent(undefined, 'u1')).toBeNull();
    expect(sessionEvent('u1', undefined)).toBeNull();
    expect(sessionEvent('u1', 'u1')).toBeNull();
    expect(sessionEvent(null, 'u1')).toBe('SIGNED_IN');
    expect(sessionEvent('u1', null)).toBe('SIGNED_OUT');
    expect(sessionEvent('u1', 'u2')).toBe('SIGNED_IN');
  });
});

describe('the side bar', () => {
  it('is open unless its cookie says closed, whatever other cookies exist', () => {
    expect(readSideOpen('')).toBe(true);
    expect(readSideOpen('a=b; vouch_sidebar=shut; c=d')).toBe(false);
    expect(readSideOpen('vouch_sidebar=open')).toBe(true);
    expect(readSideOpen('not_vouch_sidebar=shut')).toBe(true);
    expect(readSideOpen('vouch_sidebar=shutter')).toBe(true);
  });

  it('reads its own cookie, which is kept for 7 days', () => {
    for (const open of [true, false]) expect(readSideOpen(sideCookie(open).split(';')[0] ?? '')).toBe(open);
    expect(sideCookie(false)).toContain('max-age=604800');
  });
});

describe('the steps of a pagination', () => {
  it('show all pages if there are few, or else the first, the last and the neighbours', () => {
    expect(pageWindow(1, 1)).toEqual([1]);
    expect(pageWindow(2, 4)).toEqual([1, 2, 3, 4]);
    expect(pageWindow(1, 12)).toEqual([1, 2, 'gap-after', 12]);
    expect(pageWindow(6, 12)).toEqual([1, 'gap-before', 5, 6, 7, 'gap-after', 12]);
    expect(pageWindow(12, 12)).toEqual([1, 'gap-before', 11, 12]);
  });

  it('contain the current page, ascend without duplicates, and never leave out a single page', () => {
    for (let pages = 1; pages <= 15; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const steps = pageWindow(page, pages);
        const numbers = steps.filter((step) => typeof step === 'number');
        expect(numbers).toContain(page);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect([numbers[0], numbers.at(-1)]).toEqual([1, pages]);
        steps.forEach((step, index) => {
          if (typeof step !== 'number') expect((steps[index + 1] as number) - (steps[index - 1] as number)).toBeGreaterThan(2);
        });
      }
    }
  });
});

afterEach(() => vi.unstubAllGlobals());

const ADA: User = {
  id: 'ada',
  email: 'ada@example.org',
  emailConfirmedAt: null,
  deletionAt: null,
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

test("the badge of the bell shows at most '9+'", () => {
  const alerts = Array.from({ length: 10 }, (_, id) => ({ id: String(id) }));
  expect(textsOf(createElement(Bell), { known: [[['alerts', 'active'], alerts]] })).toEqual(['9+']);
});

test('the screen says that the session is loading, or that it cannot be read', () => {
  expect(textsOf(createElement(LoadingScreen))).toEqual(['Loading...']);
  expect(textsOf(createElement(Unreachable, { onRetry: () => undefined }))).toEqual(
    expect.arrayContaining(['Failed to get session', 'Retry']),
  );
});

test("an unknown address shows 'Page not found'", () => {
  expect(textsOf(createElement(NotFound))[0]).toBe('Page not found');
});

/** What is shown in place of a screen that failed with this. */
function shownFor(error: unknown): readonly string[] {
  const boundary = new ErrorBoundary({ children: 'the screen' });
  boundary.state = ErrorBoundary.getDerivedStateFromError(error);
  return textsOf(createElement(() => boundary.render()));
}

test('a screen that fails shows the reason if it is known', () => {
  expect(shownFor(new Error('It broke.'))).toEqual(['Something went wrong', 'It broke.', 'Reload Page']);
  expect(shownFor('thrown')).toEqual(['Something went wrong', 'An unexpected error occurred', 'Reload Page']);
});

const names = (text: string) => findCommands(text).map(({ name }) => name);

describe('the palette', () => {
  it('lists every command when nothing is typed, and no task', () => {
    expect(findCommands('')).toHaveLength(COMMANDS.length);
    expect(findTasks(' ', [aTask({ title: 'Run' })], 8)).toEqual([]);
  });

  it('lists commands that begin with the typed text first', () => {
    expect(names('da')[0]).toBe('Dashboard');
    expect(names('rep')[0]).toBe('Report');
    expect(names('undo')).toEqual(['Take back the last change']);
    expect(names('settings time')).toEqual(['Time & Deadlines']);
    expect(names('nothing of that name')).toEqual([]);
  });

  it('finds tasks that contain every word, without accents, open ones first', () => {
    const done = aTask({ id: 'a', title: 'Zürich talk outline', status: 'completed', completed: true });
    const open = aTask({ id: 'b', title: 'Draft of the talk in Zürich' });
    const tagged = aTask({ id: 'c', title: 'Slides', tags: ['talk'], description: 'for zurich' });
    expect(findTasks('zurich talk', [done, open, tagged], 8).map((task) => task.id)).toEqual(['b', 'c', 'a']);
    expect(findTasks('talk', [done, open, tagged], 1)).toHaveLength(1);
  });

  it('shows a routine once by its next occurrence, and a renamed occurrence by itself', () => {
    const one = (id: string, date: string, title = 'Write') => dueOn(date, { id, title, recurringTaskId: 'r' });
    const other = dueOn('2026-11-20', { id: 'x', title: 'Write', recurringTaskId: 's' });
    const tasks = [one('a', '2026-11-20'), other, one('b', '2026-11-21'), one('c', '2026-11-22', 'Write twice')];
    expect(findTasks('write', tasks, 8).map(({ id }) => id)).toEqual(['a', 'x', 'c']);
  });

  it('has no two commands with the same name', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
  });
});
