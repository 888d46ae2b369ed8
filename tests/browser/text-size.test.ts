import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO, loaded, newTask, openScreen, type SharedBrowserServer, signIn, visit, visitSharedServer } from '../support/browser.ts';
import { oneByChance, someByChance } from '../support/by-chance.mjs';
import { launchBrowser } from '../support/chromium.ts';
import { SIGNED_IN_SCREENS, textFaults } from '../support/look.ts';

/** The setting of the browser, which is 16 px when nobody has changed it. */
const TWICE = '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26';
const PUBLIC = ['/', '/auth', '/auth?up', '/auth/forgot', '/auth/reset?token=0', '/terms', '/dev/ui'];

let server: SharedBrowserServer;

beforeAll(async () => {
  server = await visitSharedServer('demo');
});
afterAll(() => server?.close());

describe('at twice the browser’s text size, no text is cut or overlaps another:', () => {
  let browser: Browser;
  let demo: Page;
  let guest: Page;

  beforeAll(async () => {
    browser = await launchBrowser([TWICE]);
    const [one, other] = [await visit(browser, server.url), await visit(browser, server.url)];
    await signIn(one.context, DEMO.email, DEMO.password);
    [demo, guest] = [one.page, other.page];
  });
  afterAll(() => browser?.close());

  async function check(page: Page): Promise<void> {
    expect(await page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('30px');
    expect(await textFaults(page)).toEqual([]);
  }

  test.each(someByChance(SIGNED_IN_SCREENS, 5))('%s', async (path) => {
    await openScreen(demo, path);
    await check(demo);
  });
  test.each(someByChance(PUBLIC, 2))('%s', async (path) => {
    await guest.goto(path);
    await guest.locator('h1').first().waitFor();
    await check(guest);
  });
  test('the panel of a task, and its form', async () => {
    await openScreen(demo, '/todo');
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
    await openScreen(demo, '/todo');
    await (await newTask(demo)).fill('Water the plants every day at 9 #home');
    await demo.getByRole('button', { name: 'Add routine' }).waitFor();
    await check(demo);
    await demo.getByRole('button', { name: 'More', exact: true }).click();
    await check(demo);
  });
});

/** The pixels of an element, as a picture that can be compared with another one of the same size. */
const pixels = async (one: Locator): Promise<string> => (await one.screenshot({ animations: 'disabled' })).toString('base64');
const style = (one: Locator, name: string, part = ''): Promise<string> =>
  one.evaluate((element, [wanted, of]) => getComputedStyle(element as never, of || null).getPropertyValue(wanted as string), [name, part]);

describe.each(oneByChance(['light', 'dark'] as const))('in forced colours on a %s background', (colorScheme) => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = await server.signedIn(DEMO, { forcedColors: 'active', colorScheme }));
  });
  afterAll(() => page?.context().close());

  /** Waits until the background of one element differs from that of another: it changes some frames after a key was pressed. */
  async function standsOut(one: Locator, other: Locator, name = 'background-color'): Promise<void> {
    await expect.poll(async () => (await style(one, name)) === (await style(other, name))).toBe(false);
  }

  test('the current page and list stand out in the side bar, the chosen tab is underlined, and others are not', async () => {
    await page.goto('/todo');
    await loaded(page);
    const side = page.getByRole('complementary').getByRole('navigation', { name: 'Platform' });
    const current = side.getByRole('link', { name: /^Todo/ });
    await standsOut(current, side.getByRole('link', { name: /^Report/ }));
    expect(await style(current.locator('[data-part="count"]'), 'color')).toBe(await style(current, 'color'));
    const lists = page.getByRole('navigation', { name: 'Tasks' });
    await standsOut(lists.getByRole('link', { name: /^Upcoming/ }), lists.getByRole('link', { name: /^Missed/ }));
    await page.goto('/report');
    await loaded(page);
    const tabs = page.getByRole('navigation', { name: 'Reports' });
    const [on, off] = [tabs.getByRole('link', { name: /^Weekly/ }), tabs.getByRole('link', { name: /^Daily/ })];
    const line = (tab: Locator) => style(tab, 'background-color', '::after');
    await expect.poll(async () => (await line(on)) === (await line(off))).toBe(false);
    expect(await line(off)).toBe('rgba(0, 0, 0, 0)');
  });

  test('a switch and its state are visible', async () => {
    await page.goto('/settings/notifications');
    await loaded(page);
    const first = page.getByRole('switch').first();
    const on = await pixels(first);
    expect(await style(first, 'border-top-style')).toBe('solid');
    await first.click();
    await page.mouse.move(0, 0);
    await first.evaluate((element) => (element as unknown as { blur(): void }).blur());
    expect(await pixels(first)).not.toBe(on);
    const ground = await style(page.locator('body'), 'background-color');
    expect(await style(first, 'border-top-color')).not.toBe(ground);
  });

  test('checkboxes, segments, pages, chosen days and rows under the arrow keys show their state', async () => {
    await page.goto('/dev/ui');
    await page.locator('h1').first().waitFor();
    const segments = page.locator('[data-part="segments"]').first();
    await standsOut(segments.getByRole('button', { pressed: true }), segments.getByRole('button', { pressed: false }).last());
    const boxes = (checked: boolean) => page.getByRole('checkbox', { checked }).first();
    await standsOut(boxes(true), boxes(false));
    const priority = page.getByRole('img', { name: 'Priority low' }).first().locator('i');
    await standsOut(priority.first(), priority.last());
    const pages = page.getByRole('button', { name: /^Page \d+$/ });
    await standsOut(pages.and(page.locator('[aria-current="page"]')), pages.and(page.locator(':not([aria-current])')).first());
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    const items = page.getByRole('menuitem');
    await page.keyboard.press('ArrowDown');
    await standsOut(page.locator('[data-highlighted]'), items.locator('xpath=self::*[not(@data-highlighted)]').first());
    expect(await style(page.getByRole('menu'), 'border-top-style')).toBe('solid');
  });

  test('the selected task and the row of the palette stand out, and the focus is visible', async () => {
    await page.goto('/todo');
    await loaded(page);
    await page.locator('[data-task] a').first().click();
    const row = page.locator('[data-task]').filter({ has: page.locator('[aria-current="true"]') });
    await row.waitFor();
    expect(await style(row, 'outline-style')).toBe('solid');
    await page.keyboard.press('Control+k');
    const chosen = page.getByRole('option', { selected: true });
    await chosen.waitFor();
    await standsOut(chosen, page.getByRole('option', { selected: false }).first());
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("getComputedStyle(document.querySelector(':focus-visible')).outlineStyle")).toBe('solid');
  });
});
