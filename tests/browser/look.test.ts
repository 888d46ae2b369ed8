import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO, loaded, openScreen, type SharedBrowserServer, type Visit, visitSharedServer } from '../support/browser.ts';
import { oneByChance, someByChance } from '../support/by-chance.mjs';
import { lookOver, SIGNED_IN_SCREENS } from '../support/look.ts';
import { nameFaults } from '../support/names.ts';
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
 * Each run looks at half of the screens, by chance. A screen with the demo's year and the same screen of an empty account have most of
 * their parts in common, so it looks at one of the two. With the demo's year the address is loaded, with an empty account the screen
 * is reached from within the program.
 */
const SCREENS = someByChance(SIGNED_IN_SCREENS, 12).flatMap((path) =>
  oneByChance(['the demo’s year', 'an empty account'] as const).map((who) => [path, who] as const),
);
type Who = 'nobody' | 'the demo’s year' | 'an empty account';
/** It takes a tenth of a second. The reference of the API is full of names as programs write them. */
const isNamed = (page: Page): boolean => oneByChance([true, false, false, false]).includes(true) && !page.url().endsWith('/api/docs');
type Screen = readonly [path: string, ready: (page: Page) => Promise<void>];

describe('axe-core finds no violation, no name sounds wrong, nothing overflows at any width, and the console shows no error:', () => {
  let server: SharedBrowserServer;
  let visits: Readonly<Record<Who, Visit>>;

  beforeAll(async () => {
    server = await visitSharedServer('demo');
    await signUp(server.url, EMPTY.email);
    visits = {
      nobody: await server.visit(),
      'the demo’s year': await server.signedIn(DEMO),
      'an empty account': await server.signedIn(EMPTY),
    };
  });
  afterAll(() => server?.close());

  async function check(who: Who, open: (page: Page) => Promise<unknown>): Promise<void> {
    const { page, faults } = visits[who];
    faults.length = 0;
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    const found = await lookOver(page);
    if (isNamed(page)) found.push(...(await nameFaults(page)));
    // The browser itself says on the console that an unknown address was answered 404.
    expect([...found, ...faults.filter((fault) => !/ 404 .*\/nowhere\)$/.test(fault))]).toEqual([]);
  }

  test.each(someByChance(PUBLIC, 8))('%s', (path, ready) => check('nobody', (page) => page.goto(path).then(() => ready(page))));
  test.each(SCREENS)('%s with %s', (path, who) =>
    check(who, (page) => (who === 'an empty account' ? openScreen(page, path) : page.goto(path).then(() => loaded(page)))),
  );
  test('the form of a routine', async () => {
    await check('an empty account', async (page) => {
      await page.goto('/todo?tab=routines&routine=new');
      await page.getByRole('dialog').waitFor();
    });
  });
  test('the panel of a task', async () => {
    await check('the demo’s year', async (page) => {
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
