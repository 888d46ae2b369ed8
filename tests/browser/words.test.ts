import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newTask, type SharedBrowserServer, sees, visitSharedServer } from '../support/browser.ts';
import { signUp } from '../support/server-process.ts';

const ADA = { email: 'words@example.org', password: 'a rather long password' };

// It is Monday 16 November 2026.
describe('the line of a new task', () => {
  let server: SharedBrowserServer;
  let context: BrowserContext;
  let page: Page;
  const line = () => page.getByRole('textbox', { name: 'New task' });
  const paste = (text: string) =>
    line().evaluate((input, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  const tasksNamed = async (...titles: string[]) => {
    const all = (await (await context.request.get('/api/tasks')).json()) as { title: string; due_date: string | null; tags: string[] }[];
    return all.filter(({ title }) => titles.includes(title));
  };

  /** The overlay closes when the answer has reached the page, which is later than the task is on the server. */
  const closed = () => line().waitFor({ state: 'detached' });

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    await signUp(server.url, ADA.email);
    ({ context, page } = await server.signedIn(ADA));
    await page.goto('/todo');
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    if ((await line().count()) === 0) await newTask(page);
  });

  test('makes no due date from a line without a day, and the chip says so', async () => {
    await line().fill('ring the plumber');
    await page.getByRole('button', { name: 'Due', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await closed();
    expect(await tasksNamed('ring the plumber')).toMatchObject([{ due_date: null }]);
  });

  test('takes no due date from a line with two days, and the overlay says why', async () => {
    await line().fill('move the meeting from friday to monday');
    await sees(page, '‘from friday to monday’ names no day ahead that is clear, so it stays in the title.');
    await line().fill('');
  });

  test('offers several pasted lines as several tasks, which are created by one press and undone by another', async () => {
    await paste('- [ ] sweep the yard friday\n\n* oil the gate #Garden\n3 hinges');
    await sees(page, '3 lines were pasted. Each becomes a task.');
    await page.getByRole('region', { name: 'Pasted lines' }).getByText('Fri 20 Nov').waitFor();
    await page.getByRole('button', { name: 'Add 3 tasks' }).click();
    await sees(page, 'Added: 3 tasks');
    await closed();
    await expect
      .poll(() => tasksNamed('sweep the yard', 'oil the gate', '3 hinges'))
      .toMatchObject([{ due_date: '2026-11-20' }, { due_date: null, tags: ['Garden'] }, { due_date: null }]);
    await page.locator('[data-toast]').filter({ hasText: 'Added: 3 tasks' }).getByRole('button', { name: /^Undo/ }).click();
    await sees(page, 'Taken back: 3 tasks');
    await expect.poll(() => tasksNamed('sweep the yard', 'oil the gate', '3 hinges')).toEqual([]);
  });

  test('keeps a pasted line that is too long in the input, and creates tasks from the others', async () => {
    await paste(`trim the hedge\n${'much too long '.repeat(20)}`);
    await page.getByRole('button', { name: 'Add 1 task', exact: true }).click();
    // The answer puts what is left into the line.
    await sees(page, 'Added: 1 task');
    expect(await tasksNamed('trim the hedge')).toHaveLength(1);
    await sees(page, 'At most 200 characters.');
    await expect.poll(() => line().inputValue()).toMatch(/^much too long/);
    await line().fill('');
  });

  test('can make one task from several pasted lines', async () => {
    await paste('call the bank\nabout the card tomorrow');
    await page.getByRole('button', { name: 'Keep as one task' }).click();
    expect(await line().inputValue()).toBe('call the bank about the card tomorrow');
    await page.getByRole('button', { name: 'Due: Tue 17 Nov' }).waitFor();
    await line().fill('');
  });

  test('names a date that cannot be read, keeps the text, and creates no task without the date', async () => {
    await line().fill('water the ferns');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByLabel('Due', { exact: true }).fill('blursday');
    await page.getByRole('button', { name: 'Add task', exact: true }).click();
    await sees(page, /Not a date. Try 'fri'/);
    expect(await page.getByLabel('Due', { exact: true }).inputValue()).toBe('blursday');
    expect(await tasksNamed('water the ferns')).toEqual([]);
    await page.getByLabel('Due', { exact: true }).fill('in five days');
    await page.getByRole('button', { name: 'Add task', exact: true }).click();
    await closed();
    expect(await tasksNamed('water the ferns')).toMatchObject([{ due_date: '2026-11-21' }]);
  });

  test('treats a title of invisible characters as missing', async () => {
    await line().fill('\u200b');
    await page.keyboard.press('Enter');
    await sees(page, 'Title is required.');
    await line().fill('');
  });
});
