import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, DEMO, loaded, openScreen, startBrowserServer, startDemoServer, type Visit } from '../support/browser.ts';
import { lookOver, SIGNED_IN_SCREENS, type Themes, themesByChance } from '../support/look.ts';
import { signUp } from '../support/server-process.ts';

const EMPTY = { email: 'new@example.org', password: 'a rather long password' };

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const PUBLIC = [
  ['/', heading(/./)],
  ['/auth', heading('Open your ledger')],
  [
    '/auth?up',
    async (page) => {
      await page.getByRole('tab', { name: 'Sign Up' }).click();
      await heading('Start your ledger')(page);
    },
  ],
  ['/auth?error=Google%20says%20no.', heading('Open your ledger')],
  ['/auth/forgot', heading('A new password')],
  ['/auth/reset', heading('A new password')],
  ['/auth/reset?token=0', heading('A new password')],
  ['/auth/confirm', heading('Confirm your address')],
  ['/auth/confirm?token=0', heading('Confirm your address')],
  ['/terms', heading(/./)],
  ['/privacy', heading(/./)],
  ['/security', heading(/./)],
  ['/dev/ui', heading(/./)],
  ['/dev/mailbox', heading('Development mailbox')],
  ['/api/docs', heading(/./)],
] as const satisfies readonly Screen[];
/**
 * A screen of the demo and the same screen of an empty account have most of their parts in common. So axe-core looks at one of them on a
 * phone and at the other one at a desk. Which one this is changes from screen to screen, and by chance from run to run.
 */
const turn = Math.floor(Math.random() * 2);
function themesOf(who: string, index: number): Themes {
  const themes = themesByChance();
  if (who === 'public') return themes;
  const isPhone = ((index + turn) % 2 === 0) === (who === 'demo');
  return isPhone ? { ...themes, desk: null } : { ...themes, phone: null };
}
type Screen = readonly [path: string, ready: (page: Page) => Promise<void>];

describe('axe-core finds no violation, nothing overflows at any width, and the console shows no error:', () => {
  let server: BrowserServer;
  const accounts: Record<string, Visit> = {};

  beforeAll(async () => {
    server = await startBrowserServer('look', startDemoServer);
    await signUp(server.url, EMPTY.email);
    Object.assign(accounts, { public: await server.visit(), demo: await server.signedIn(DEMO), empty: await server.signedIn(EMPTY) });
  });
  afterAll(() => server?.close());

  async function check(who: string, index: number, open: (page: Page) => Promise<unknown>): Promise<void> {
    const { page, faults } = accounts[who] as Visit;
    faults.length = 0;
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    const found = await lookOver(page, themesOf(who, index));
    // The browser itself says on the console that an unknown address was answered 404.
    expect([...found, ...faults.filter((fault) => !/ 404 .*\/nowhere\)$/.test(fault))]).toEqual([]);
  }

  test.each(PUBLIC.map(([path, ready], index) => [path, index, ready] as const))('%s', (path, index, ready) =>
    check('public', index, (page) => page.goto(path).then(() => ready(page))),
  );
  // With the demo's year each address is loaded, with an empty account the screens are reached from within the program.
  const SCREENS = SIGNED_IN_SCREENS.map((path, index) => [path, index] as const);
  test.each(SCREENS)('%s with the demo’s year', (path, index) => check('demo', index, (page) => page.goto(path).then(() => loaded(page))));
  test.each(SCREENS)('%s with an empty account', (path, index) => check('empty', index, (page) => openScreen(page, path)));
  test('the form of a routine', async () => {
    await check('empty', 0, async (page) => {
      await page.goto('/todo?tab=routines&routine=new');
      await page.getByRole('dialog').waitFor();
    });
  });
  test('the panel of a task', async () => {
    await check('demo', 0, async (page) => {
      await page.goto('/todo');
      await loaded(page);
      await page.locator('[data-task] a').first().click();
      await page
        .getByRole('article')
        .getByRole('heading', { name: /History/ })
        .waitFor();
      await loaded(page);
    });
  });
});
