import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, loaded, signIn, visit } from '../support/browser.ts';
import { type BrowserServer, startBrowserServer } from '../support/browser-server.ts';
import { DEMO, startDemoServer } from '../support/demo.ts';
import { SIGNED_IN_SCREENS } from '../support/screens.ts';
import { textFaults } from '../support/text-faults.ts';

/** The setting of the browser, which is 16 px when nobody has changed it. */
const TWICE = '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26';
const PUBLIC = ['/', '/auth', '/auth?up', '/auth/forgot', '/auth/reset?token=0', '/terms', '/dev/ui'];

describe('with texts of twice the size, by the setting of the browser, no text is cut and none lies over another:', () => {
  let server: BrowserServer;
  let browser: Browser;
  let demo: Page;
  let guest: Page;

  beforeAll(async () => {
    server = await startBrowserServer('text-size', startDemoServer);
    browser = await launchBrowser([TWICE]);
    const [one, other] = [await visit(browser, server.url), await visit(browser, server.url)];
    await signIn(one.context, DEMO.email, DEMO.password);
    [demo, guest] = [one.page, other.page];
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function check(page: Page): Promise<void> {
    expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('30px');
    expect(await textFaults(page)).toEqual([]);
  }

  test.each(SIGNED_IN_SCREENS)('%s', async (path) => {
    await demo.goto(path);
    await loaded(demo);
    await check(demo);
  });
  test.each(PUBLIC)('%s', async (path) => {
    await guest.goto(path);
    await guest.locator('h1').first().waitFor();
    await check(guest);
  });
  test('a task in its panel, and its form', async () => {
    await demo.goto('/todo');
    await loaded(demo);
    await demo.locator('[data-task] a').first().click();
    await demo
      .getByRole('article')
      .getByRole('heading', { name: /History/ })
      .waitFor();
    await loaded(demo);
    await check(demo);
    await demo.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).click();
    await demo.getByRole('form', { name: 'Edit task' }).waitFor();
    await check(demo);
  });
  test('the form of the quick add', async () => {
    await demo.goto('/todo');
    await loaded(demo);
    await demo.getByRole('textbox', { name: 'New task' }).fill('Water the plants every day at 9 #home');
    await demo.getByRole('button', { name: 'Add routine' }).waitFor();
    await check(demo);
  });
});
