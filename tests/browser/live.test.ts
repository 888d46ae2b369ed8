import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserServer, loaded, sees, shown, signIn, startBrowserServer, todoScreen, type Visit } from '../support/browser.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };

describe('what changes elsewhere', () => {
  let server: BrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;
  /** The requests of all tabs for the live connection. */
  let connections: string[];

  beforeAll(async () => {
    server = await startBrowserServer('live', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
    token = await signUp(server.url, ADA.email);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    user = await server.signedIn(ADA);
    page = user.page;
    connections = [];
    user.context.on('request', (request) => request.url().endsWith('/api/live') && connections.push(request.url()));
  });
  afterEach(() => user.context.close());

  const promise = (title: string, due: object = { due_date: '2026-11-16' }) =>
    call(server.url, 'POST', '/api/tasks', { token, body: { title, ...due } });

  async function open(tab: Page, path = '/todo'): Promise<void> {
    await tab.goto(path);
    await loaded(tab);
  }

  test('is in every tab, over one connection, and the next tab takes it over', async () => {
    const other = await user.context.newPage();
    await open(page);
    await open(other);
    await todoScreen(page).write('Water the plants');
    await todoScreen(other).isOpen('Water the plants');
    expect(connections).toHaveLength(1);

    // A form that is open keeps what was typed, and the caret, while its task is changed by another device.
    await other.getByRole('link', { name: 'Water the plants', exact: true }).click();
    await other.getByRole('button', { name: 'Edit', exact: true }).click();
    const notes = other.getByRole('textbox', { name: 'Notes' });
    await notes.fill('The fern, too');
    await notes.press('Home');
    const [task] = (await call(server.url, 'GET', '/api/tasks', { token })).body;
    await call(server.url, 'PUT', `/api/tasks/${task.id}`, { token, body: { title: 'Water all plants' } });
    await todoScreen(page).isOpen('Water all plants');
    await other.keyboard.type('Now: ');
    expect(await notes.inputValue()).toBe('Now: The fern, too');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByRole('heading', { name: 'Water all plants' }).waitFor();
    expect((await call(server.url, 'GET', `/api/tasks/${task.id}`, { token })).body).toMatchObject({
      title: 'Water all plants',
      description: 'Now: The fern, too',
    });

    await page.close();
    await promise('Feed the cat');
    await todoScreen(other).isOpen('Feed the cat');
    expect(connections).toHaveLength(2);
  });

  test('makes no request twice while a page is opened, also in a second tab', async () => {
    // The program follows its log from now on.
    await call(server.url, 'GET', '/api/auth/session', { token });
    for (const [path, tab] of Object.entries({ '/todo': page, '/dashboard': await user.context.newPage() })) {
      const requests: string[] = [];
      tab.on('request', (request) => request.url().includes('/api/') && requests.push(`${request.method()} ${request.url()}`));
      const twice = () => [...new Set(requests.filter((each, at) => requests.indexOf(each) < at))];
      await open(tab, path);
      // A client reads in the order in which it is told, so what the start of the connection repeats comes before what this repeats.
      await call(server.url, 'PUT', '/api/settings/notifications', { token, body: { weekly_reports: path === '/dashboard' } });
      await expect.poll(twice).toContain(`GET ${server.url}/api/auth/session`);
      expect(twice().filter((each) => !/\/api\/(auth|settings|reports)\//.test(each))).toEqual([]);
    }
    expect(connections).toHaveLength(1);
  });

  test('is caught up with after an interruption, and the page says while it cannot ask', async () => {
    await open(page);
    await user.context.setOffline(true);
    await sees(page, /^Offline since/);
    await promise('Call grandma');
    await user.context.setOffline(false);
    await todoScreen(page).isOpen('Call grandma');

    let isRefused = true;
    await user.context.route('**/api/live', (route) => (isRefused ? route.abort() : route.continue()));
    await page.clock.install();
    await open(page);
    await page.clock.runFor(6_000);
    await sees(page, 'Not up to date. Trying again …');
    await promise('Call grandpa');
    isRefused = false;
    await page.clock.runFor(30_000);
    await todoScreen(page).isOpen('Call grandpa');
    await shown(page).getByText('Not up to date').waitFor({ state: 'detached' });
  });

  test('includes a deadline and a midnight that pass', async () => {
    await promise('Post the letter', { due_date: '2026-11-16', due_time: '20:00' });
    await promise('Buy bread', { due_date: '2026-11-17' });
    await open(page);
    await todoScreen(page).isOpen('Post the letter');
    await server.pass('PT13H30M');
    await todoScreen(page).row('Post the letter').getByText('missed', { exact: false }).first().waitFor();
    await server.pass('PT4H');
    const today = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Today', exact: true }) });
    await today.getByRole('link', { name: 'Buy bread', exact: true }).waitFor();
  });

  test('includes the end of the session, and nothing is told after signing out', async () => {
    await open(page);
    expect(connections).toHaveLength(1);
    const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/live'));
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await closed;
    expect(user.faults).toEqual([]);

    const other = await server.signedIn(ADA);
    await other.page.goto('/profile');
    await signIn(user.context, ADA.email, ADA.password);
    await open(page);
    await other.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await other.context.close();
  });
});
