import type { Page } from 'playwright-core';
import { loaded, sees } from '../support/browser.ts';
import { SIGNED_IN_SCREENS } from '../support/look.ts';
import { type Act, TOUCHED, unfold, WITH_MOUSE } from './acts.ts';
import type { Account, World } from './world.ts';

/** A state of a screen of which pictures are taken. */
export interface State {
  readonly name: string;
  readonly account: Account | 'nobody';
  readonly path: string;
  /** Before the page is opened: what the server answers instead. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Brings the opened page into the state. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** Whether the screen is shown without waiting for all it loads. */
  readonly unready?: boolean;
  /** Whether it sends anything that the server keeps. Such states come last and one after the other, so that each run is the same. */
  readonly writes?: boolean;
  /** Whether the picture is of the window alone. */
  readonly inWindow?: boolean;
  /** Whether it is taken in one theme only, because it differs from another picture in a small part. */
  readonly oneTheme?: boolean;
  /** Only on these devices. */
  readonly on?: readonly string[];
}

/** A name for a file. */
const named = (text: string): string => text.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'start';

/** Data that never come, so that the screen shows what stands in for them. The session comes. */
const nothingComes = (page: Page) => page.route(/\/api\/(?!auth\/)/, () => undefined);
/** Data that cannot be had. */
const allFails = (page: Page) =>
  page.route(/\/api\/(?!auth\/)/, (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'x',
        title: 'x',
        status: 422,
        code: 'conflict',
        detail: 'This cannot be had now.',
        message: 'This cannot be had now.',
      }),
    }),
  );

/** The dashboard keeps asking for what it cannot have, so it never stops loading. */
const eachFailed: Act = (page) => sees(page, 'This cannot be had now.');
const withoutConnection: Act = (page) => page.context().setOffline(true);
const WIDTHS = ['phone', 'tablet', 'small', 'desk', 'wide'];

const PUBLIC = [
  '/',
  '/auth',
  '/auth?error=Google%20says%20no.',
  '/auth/forgot',
  '/auth/reset',
  '/auth/reset?token=0',
  '/auth/confirm',
  '/auth/confirm?token=0',
  '/terms',
  '/privacy',
  '/security',
  '/dev/ui',
  '/oauth/redirect',
  '/oauth/redirect?error=Google%20says%20no.',
];

/** Each screen as it opens, while it loads, where it cannot load, and with all that unfolds unfolded. */
export const openedScreens = (): readonly State[] => [
  ...PUBLIC.map((path): State => ({ name: `public ${named(path)}`, account: 'nobody', path })),
  ...(['demo', 'full', 'empty'] as const).flatMap((account) =>
    SIGNED_IN_SCREENS.map((path): State => ({ name: `${account} ${named(path)}`, account, path })),
  ),
  ...SIGNED_IN_SCREENS.flatMap((path): readonly State[] => [
    {
      name: `loading ${named(path)}`,
      account: 'full',
      path,
      before: nothingComes,
      unready: true,
      inWindow: true,
      oneTheme: true,
      on: WITH_MOUSE,
    },
    // The dashboard has a place of its own for each answer, so it is shown at every width.
    path === '/dashboard'
      ? { name: 'failed dashboard', account: 'full', path, before: allFails, act: eachFailed, unready: true, on: WIDTHS }
      : { name: `failed ${named(path)}`, account: 'full', path, before: allFails, inWindow: true, on: [...WITH_MOUSE, ...TOUCHED] },
    { name: `offline ${named(path)}`, account: 'full', path, act: withoutConnection, inWindow: true, on: TOUCHED },
  ]),
  ...['/dashboard', '/report', '/report?tab=overall', '/alerts', '/help'].map(
    (path): State => ({
      name: `unfolded ${named(path)}`,
      account: 'demo',
      path,
      act: unfold,
    }),
  ),
];

/** The tasks of the full account: in their panel, being edited, and what is asked of their proof. */
export const taskScreens = ({ tasks }: World): readonly State[] =>
  Object.entries(tasks).flatMap(([title, id]): readonly State[] => {
    const name = named(title).slice(0, 24);
    const opened: State = {
      name: `task ${name}`,
      account: 'full',
      path: `/todo?task=${id}`,
      act: (page) => page.getByRole('article').getByRole('heading').first().waitFor(),
    };
    const proof: State = {
      name: `proof ${name}`,
      account: 'full',
      path: `/verify/task/${id}`,
      act: (page) => page.getByRole('article').getByRole('heading').first().waitFor(),
    };
    return /Prove|review|back|Accepted|Missed/.test(title) ? [opened, proof] : [opened];
  });

const BUSY = '[aria-busy="true"]';
const AT_REST_MS = 8_000;

/** Waits until nothing is loading any more that was asked for by what was pressed. What never ends is shown as it is. */
export async function atRest(page: Page): Promise<void> {
  const end = Date.now() + AT_REST_MS;
  while (Date.now() < end && (await page.locator(BUSY).count()) > 0) await page.waitForTimeout(50);
}

/** Waits until a screen shows what it has. */
export async function ready(page: Page, { account, unready, path }: State): Promise<void> {
  await page.locator('h1, h2').first().waitFor({ state: 'attached' });
  // While a dialog is open, the page behind it is hidden from screen readers.
  if (account !== 'nobody' && !unready && path !== '/welcome' && !path.endsWith('=new')) await loaded(page);
}
