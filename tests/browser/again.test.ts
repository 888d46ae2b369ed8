import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, loaded, sees, startBrowserServer, todoScreen, type Visit } from '../support/browser.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };

describe('promising a missed task again', () => {
  let server: BrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await startBrowserServer('again', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
    token = await signUp(server.url, ADA.email);
    for (const title of ['Send the report', 'Call the bank', 'Water the ferns', 'Sweep the yard']) await promise(title);
    await server.pass('PT6H');
  });
  afterAll(() => server?.close());
  afterEach(() => user.context.close());

  const promise = (title: string) =>
    call(server.url, 'POST', '/api/tasks', { token, body: { title, due_date: '2026-11-16', due_time: '12:00' } });
  /** The open tasks with this title. */
  const openOne = async (title: string) => {
    const tasks = await (await user.context.request.get('/api/tasks?status=pending')).json();
    return tasks.filter((one: { title: string }) => one.title === title);
  };
  async function openMissed(): Promise<void> {
    user = await server.signedIn(ADA);
    page = user.page;
    await page.goto('/todo?tab=missed');
    await loaded(page);
  }
  async function open(title: string): Promise<void> {
    await openMissed();
    await todoScreen(page).row(title).getByRole('link', { name: title, exact: true }).click();
    await section().waitFor();
  }
  const section = () => page.getByRole('region', { name: 'Promise it again' });
  const toast = (text: string) => page.locator('[data-toast]').filter({ hasText: text });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);

  test('by the keyboard makes a task for tomorrow, moves the focus to the link to it, and leaves the miss', async () => {
    await open('Send the report');
    await sees(page, 'Makes a new promise. The miss stays in the record.');
    await section().getByRole('button', { name: 'Tomorrow, Tue 17 Nov' }).focus();
    await page.keyboard.press('Enter');
    await section().getByRole('link', { name: 'Tomorrow, 12:00' }).waitFor();
    expect(await focused()).toBe('Tomorrow, 12:00');
    expect(await openOne('Send the report')).toMatchObject([{ due_date: '2026-11-17', due_time: '12:00' }]);
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByRole('link', { name: 'Missed: Today, 12:00' }).click();
    await section().waitFor();
    expect(user.faults).toEqual([]);
  });

  test('can be opened from the message, and undone by its key', async () => {
    await open('Call the bank');
    await section().getByRole('button', { name: 'Next week, Mon 23 Nov' }).click();
    await toast('Promised again for Mon 23 Nov: ‘Call the bank’').waitFor();
    await page.keyboard.press('z');
    await toast('Deleted ‘Call the bank’').waitFor();
    await expect.poll(() => openOne('Call the bank')).toEqual([]);
    await section().getByRole('button', { name: 'Tomorrow, Tue 17 Nov' }).click();
    await toast('Promised again for tomorrow').getByRole('link', { name: 'Open it' }).click();
    await page.getByRole('article').getByRole('button', { name: 'Complete', exact: true }).waitFor();
    expect(user.faults).toEqual([]);
  });

  test('for a day that is picked works on a phone of 360 px', async () => {
    await open('Water the ferns');
    await page.setViewportSize({ width: 360, height: 740 });
    await section().getByRole('button', { name: 'Pick a day' }).click();
    const dialog = page.getByRole('dialog', { name: 'Promise ‘Water the ferns’ again' });
    await dialog.getByRole('button', { name: 'Promise' }).click();
    await dialog.getByText('Choose a day.').waitFor();
    await dialog.getByLabel('Day').fill('today');
    await dialog.getByRole('button', { name: 'Promise' }).click();
    await dialog.getByText('This time has passed. Choose a later time.').waitFor();
    await dialog.getByLabel('Day').fill('fri');
    await dialog.getByLabel('Time').fill('');
    await dialog.getByRole('button', { name: 'Promise' }).click();
    await dialog.waitFor({ state: 'detached' });
    await section().getByRole('link', { name: 'Fri 20 Nov, end of day' }).waitFor();
    expect(await openOne('Water the ferns')).toMatchObject([{ due_date: '2026-11-20', due_time: null }]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('is in the menu of a row, and gone from it while the new task is open', async () => {
    await openMissed();
    await todoScreen(page).more('Sweep the yard');
    await page.getByRole('menuitem', { name: 'Tomorrow, Tue 17 Nov' }).click();
    await toast('Promised again for tomorrow: ‘Sweep the yard’').waitFor();
    await todoScreen(page).more('Sweep the yard');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Pick a day' }).count()).toBe(0);
  });
});
