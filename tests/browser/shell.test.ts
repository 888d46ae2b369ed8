import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, type BrowserServer, loaded, shown, signIn, startBrowserServer, todoScreen, type Visit } from '../support/browser.ts';
import { call, signUp, startServer } from '../support/server-process.ts';
import { keptCount } from './kept-count.ts';

const PASSWORD = 'a rather long password';
const WEEK_S = 7 * 24 * 60 * 60;

describe('the frame around every screen', () => {
  let server: BrowserServer;
  let idle = '';
  let user: Visit;
  let page: Page;

  /** Makes tasks of today; `due_time` may be null. */
  const promise = (token: string, titles: readonly string[], due_time: string | null = null) =>
    Promise.all(
      titles.map((title) => call(server.url, 'POST', '/api/tasks', { token, body: { title, due_date: '2026-11-16', due_time } })),
    );

  beforeAll(async () => {
    server = await startBrowserServer('shell', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
    const busy = await signUp(server.url, 'busy@example.org');
    await promise(
      busy,
      Array.from({ length: 12 }, (_, index) => `Promise ${index + 1}`),
      '09:00',
    );
    await call(server.url, 'POST', '/dev/clock', { body: { to: '2026-11-16T08:00:01Z' } });
    idle = await signUp(server.url, 'idle@example.org');
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    user = await server.visit();
    page = user.page;
  });
  afterEach(() => user.context.close());

  async function open(path: string, email = 'idle@example.org'): Promise<void> {
    await signIn(user.context, email, PASSWORD);
    await page.goto(path);
    await loaded(page);
  }

  test('keeps the state of the side bar after Ctrl+B in a cookie for 7 days', async () => {
    await open('/dashboard');
    const side = page.getByRole('complementary', { name: 'Side bar' });
    const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    const width = async () => ((await side.boundingBox())?.width ?? 0) / rem;
    await side.getByText('Task Management').waitFor();
    expect(await width()).toBe(16);
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'Toggle sidebar', expanded: false }).waitFor();
    await expect.poll(width).toBe(3);
    const kept = (await user.context.cookies()).find(({ name }) => name === 'vouch_sidebar');
    expect(kept?.value).toBe('shut');
    expect(Math.abs((kept?.expires ?? 0) - Date.now() / 1_000 - WEEK_S)).toBeLessThan(60);
    await page.reload();
    await page.getByRole('button', { name: 'Toggle sidebar', expanded: false }).waitFor();
    await expect.poll(width).toBe(3);
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await expect.poll(width).toBe(16);
  });

  test('shows the side bar as a drawer on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/dashboard');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    const drawer = page.getByRole('dialog', { name: 'Platform' });
    const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    await expect.poll(async () => ((await drawer.boundingBox())?.width ?? 0) / rem).toBe(18);
  });

  test("counts to '9+' in the bell's badge, and lists five", async () => {
    await open('/dashboard', 'busy@example.org');
    const bell = page.getByRole('button', { name: 'Alerts, 9+ not acknowledged' });
    await bell.getByText('9+', { exact: true }).waitFor();
    await bell.click();
    const list = page.getByRole('dialog', { name: 'Alerts' });
    await list.getByRole('heading', { name: 'Alerts (12)' }).waitFor();
    expect(await list.getByRole('listitem').count()).toBe(5);
    await list.getByRole('link', { name: 'View All Alerts' }).click();
    await page.waitForURL('/alerts');
    await list.waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .getByRole('button', { name: /^Acknowledge: / })
          .count(),
      )
      .toBe(12);
    await page.getByRole('button', { name: 'Acknowledge all' }).press('Enter');
    await page.getByText('12 alerts acknowledged').waitFor();
    await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Acknowledged']);
  });

  test('has a bell that says that all is well, and a user menu with the name, the profile and signing out', async () => {
    await call(server.url, 'PUT', '/api/settings/profile', { token: idle, body: { full_name: 'Ada Maria Lovelace' } });
    await open('/dashboard');
    await page.getByRole('button', { name: 'Alerts', exact: true }).click();
    const list = page.getByRole('dialog', { name: 'Alerts' });
    for (const text of ['Alerts (0)', 'No active alerts', "You're all caught up!"]) await list.getByText(text, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    const menu = page.getByRole('button', { name: 'AL, account of Ada Maria Lovelace', exact: true });
    await menu.click();
    await page.getByRole('menu').getByText('Ada Maria Lovelace', { exact: true }).waitFor();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.waitForURL('/profile');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/profile');
    await page.waitForURL((url) => url.pathname === '/');
  });

  test("shows 'Something went wrong' with the reason when a screen breaks, and 'Reload Page' brings it back", async () => {
    await open('/dashboard');
    await page.route('**/assets/report-*.js', (route) => route.abort());
    await page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'Report' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page
      .getByRole('main')
      .getByText(/dynamically imported module/)
      .waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload Page' }).click();
    await page.getByRole('heading', { name: 'Report', level: 1 }).waitFor();
  });

  test('removes a toast after 3.5 s, and shows one that replaces one that is closing, or one that is hidden behind others', async () => {
    const titles = ['Change it twice', 'Second', 'Third', 'Fourth'];
    await promise(idle, ['Stay a while', ...titles]);
    await page.clock.install();
    await open('/todo');
    await page.clock.pauseAt(Date.now() + 60_000);
    await todoScreen(page).complete('Stay a while');
    const toast = page.getByText('Completed ‘Stay a while’');
    await page.clock.runFor(100);
    await toast.waitFor();
    await page.clock.runFor(3_300);
    expect(await toast.isVisible()).toBe(true);
    await page.clock.runFor(600);
    await toast.waitFor({ state: 'detached' });

    const { complete, isCompleted } = todoScreen(page);
    const toasts = page.locator('[data-sonner-toast]');
    const front = (text: string) => page.locator('[data-sonner-toast][data-front="true"]').filter({ hasText: text }).waitFor();
    await complete('Change it twice');
    await page.clock.runFor(100);
    await toasts.waitFor();
    // It fades for 200 ms before it is gone.
    while ((await toasts.getAttribute('data-removed')) === 'false') await page.clock.runFor(50);
    await page.getByRole('button', { name: 'Open again: Change it twice' }).click();
    await page.clock.runFor(500);
    await front('Open again: ‘Change it twice’');
    for (const title of titles) {
      await complete(title);
      await page.clock.runFor(50);
      await isCompleted(title);
    }
    await page.getByRole('button', { name: 'Open again: Change it twice' }).click();
    await page.clock.runFor(500);
    await front('Open again: ‘Change it twice’');
    await page.clock.runFor(500);
    await page.getByText('Completed ‘Change it twice’').waitFor({ state: 'detached' });
  });

  test('says since when it is offline and which changes wait, and sends them when it is online again', async () => {
    await promise(idle, ['Water the plants']);
    await open('/todo');
    await user.context.setOffline(true);
    await shown(page)
      .getByText(/^Offline since \d\d:\d\d$/)
      .waitFor();
    await todoScreen(page).complete('Water the plants');
    await shown(page)
      .getByText(/^Offline since \d\d:\d\d, 1 change waits here$/)
      .waitFor();
    const taken = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await user.context.setOffline(false);
    expect((await taken).status()).toBe(200);
    await shown(page)
      .getByText(/^Offline since/)
      .waitFor({ state: 'detached' });
  });

  test('says that a change is only on this page if the browser has no room for it, and the browser asks before it leaves', async () => {
    await promise(idle, ['Mend the fence']);
    await open('/todo');
    const devtools = await user.context.newCDPSession(page);
    const origin = server.url;
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await user.context.setOffline(true);
    await todoScreen(page).complete('Mend the fence');
    const note = shown(page).getByText(/1 change waits here\. This browser could not store it: leave this page open until it is sent\.$/);
    await note.waitFor();
    expect(await keptCount(page)).toBe(0);
    const asked = page.waitForEvent('dialog');
    const leaving = page.goto('about:blank').catch(() => undefined);
    await (await asked).dismiss();
    await leaving;
    await answered(page, /\/status$/, () => user.context.setOffline(false));
    await note.waitFor({ state: 'detached' });
    await todoScreen(page).isCompleted('Mend the fence');
    await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  });

  test('can be used with the keys ?, n, j, k, x, z, e, Escape and Enter', async () => {
    await promise(idle, ['Key one']);
    await promise(idle, ['Key two']);
    await open('/todo');
    const { isOpen, isCompleted } = todoScreen(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label'));
    const rows = await page.locator('main li a').allInnerTexts();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Take back the last change').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' });
    // The dialog returns the focus a moment after it has closed.
    await expect.poll(() => page.keyboard.press('n').then(focused)).toBe('New task');
    await page.keyboard.press('Escape');
    for (const key of rows) {
      await page.keyboard.press('j');
      expect(await focused()).toBe(key);
    }
    await page.keyboard.press('k');
    expect(await focused()).toBe('Key one');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Complete, give proof, or open again').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Key one');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search tasks, places and commands').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Key one');
    await page.keyboard.press('x');
    await isCompleted('Key one');
    await page.keyboard.press('z');
    await isOpen('Key one');
    await page.keyboard.press('e');
    await page.getByRole('form', { name: 'Edit task' }).getByLabel('Title').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('form', { name: 'Edit task' }).waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'Key one' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('form', { name: 'Edit task' }).getByLabel('Title').press('!');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('form', { name: 'Edit task' }).getByLabel('Title').inputValue()).toBe('Key one!');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('article').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Key one');
    await page.keyboard.press('j');
    const title = await focused();
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: title as string }).waitFor();
  });
});
