import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, holdBack, loaded, type SharedBrowserServer, todoScreen, type Visit, visitSharedServer } from '../support/browser.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'keys@example.org', password: 'a rather long password' };
/** The script of the overlay for a new task. */
const OVERLAY = /\/assets\/new-task-overlay-[^/]*\.js$/;
/** The script of the palette. */
const PALETTE = /\/assets\/palette-box-[^/]*\.js$/;
/** The script of all menus, popovers and dialogs. */
const OVERLAYS = /\/assets\/overlays-[^/]*\.js$/;

describe('typing', () => {
  let server: SharedBrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    token = await signUp(server.url, ADA.email);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    user = await server.signedIn(ADA);
    page = user.page;
  });
  afterEach(() => user.context.close());

  const promise = async (title: string, more: object = {}): Promise<string> => {
    const body = { title, due_date: '2026-11-16', ...more };
    return (await call(server.url, 'POST', '/api/tasks', { token, body })).body.id;
  };
  const statusOf = async (id: string): Promise<string> => (await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body.status;
  const open = async (path: string): Promise<void> => {
    await page.goto(path);
    await loaded(page);
  };

  const focusRow = (title: string) => todoScreen(page).row(title).getByRole('link', { name: title, exact: true }).focus();
  const palette = () => page.getByPlaceholder('Search tasks, places and commands');

  test('after Ctrl+K is read as text from the first letter on, and does nothing to the focused task', async () => {
    const id = await promise('Xray the pipes');
    const letIn = await holdBack(page, PALETTE);
    await open('/todo');
    await focusRow('Xray the pipes');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('postmortem xray');
    expect(await palette().inputValue()).toBe('postmortem xray');
    await letIn();
    await page.getByRole('option', { name: 'New task ‘postmortem xray’' }).waitFor();
    expect(await palette().inputValue()).toBe('postmortem xray');
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Xray the pipes');
    expect(await statusOf(id)).toBe('pending');
  });

  test('arrows and Enter after Ctrl+K chooses from the whole list once it is loaded', async () => {
    await promise('Zeppelin one', { due_time: '10:00' });
    await promise('Zeppelin two', { due_time: '11:00' });
    const [letScript, letTasks] = [await holdBack(page, PALETTE), await holdBack(page, /\/api\/search\?/)];
    await open('/help');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zeppelin');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await letScript();
    expect(await palette().inputValue()).toBe('zeppelin');
    await letTasks();
    await page.getByRole('article', { name: 'Zeppelin two' }).waitFor();
  });

  test('after Ctrl+K is not lost if the list cannot be loaded, and Escape closes the palette', async () => {
    await page.route(PALETTE, (route) => route.abort());
    await open('/help');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('report');
    await page.getByText('The list could not be loaded.').waitFor();
    expect(await palette().inputValue()).toBe('report');
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'detached' });
  });

  test.each(['Enter', 'click'])('before the menus are loaded is not lost: %s opens the menu when they have come', async (press) => {
    const letIn = await holdBack(page, OVERLAYS);
    await open('/help');
    const button = page.getByRole('button', { name: /, account of / });
    await (press === 'click' ? button.click() : button.press(press));
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await letIn();
    const menu = page.getByRole('menu', { name: /, account of / });
    await (press === 'click' ? menu : menu.getByRole('menuitem', { name: 'Profile' }).and(page.locator(':focus'))).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  });

  test('after n on another screen becomes the text of the new task, with the cursor where it was', async () => {
    const letIn = await holdBack(page, OVERLAY);
    await open('/help');
    await page.keyboard.press('n');
    const line = page.getByRole('textbox', { name: 'New task' });
    await page.keyboard.type('nail the mz');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('x');
    expect(await line.inputValue()).toBe('nail the mxz');
    await letIn();
    await page.getByRole('button', { name: 'Add task' }).waitFor();
    await expect.poll(() => line.count()).toBe(1);
    await page.keyboard.type('y');
    expect(await line.inputValue()).toBe('nail the mxyz');
    expect(await line.count()).toBe(1);
  });

  test('after n creates a task at Enter, and is discarded by Escape', async () => {
    const letIn = await holdBack(page, OVERLAY);
    await open('/help');
    await page.keyboard.press('n');
    await page.keyboard.type('Early bird');
    await page.keyboard.press('Enter');
    await answered(page, /\/api\/tasks$/, letIn);
    await page.getByText('Added without a date: ‘Early bird’').waitFor();
    await open('/todo');
    await todoScreen(page).row('Early bird').waitFor();
    await focusRow('Early bird');
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'New task' }).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Early bird');
  });

  test('with an input method reaches the field only when the character is complete', async () => {
    const letIn = await holdBack(page, OVERLAY);
    await open('/help');
    await page.keyboard.press('n');
    const devtools = await user.context.newCDPSession(page);
    await devtools.send('Input.insertText', { text: '日' });
    await devtools.send('Input.imeSetComposition', { text: 'ほ', selectionStart: 1, selectionEnd: 1 });
    await letIn();
    await page.getByRole('button', { name: 'Add task' }).waitFor();
    await devtools.send('Input.imeSetComposition', { text: '本', selectionStart: 1, selectionEnd: 1 });
    await devtools.send('Input.insertText', { text: '本' });
    await expect.poll(() => page.getByRole('textbox', { name: 'New task' }).inputValue()).toBe('日本');
  });

  test('after e does nothing to the task whose form is being loaded', async () => {
    const id = await promise('Edit me soon');
    await open('/todo');
    const letIn = await holdBack(page, new RegExp(`/api/tasks/${id}$`));
    await focusRow('Edit me soon');
    await page.keyboard.press('e');
    await page.keyboard.type('xe');
    await letIn();
    const title = page.getByRole('form', { name: 'Edit task' }).getByLabel('Title');
    await title.waitFor();
    await page.keyboard.type('er');
    expect(await title.inputValue()).toBe('Edit me sooner');
    expect(await statusOf(id)).toBe('pending');
  });

  test('after x on a task that asks for proof does not reopen it', async () => {
    const id = await promise('Prove me', { verification_type: 'general' });
    await open('/todo');
    const letIn = await holdBack(page, '**/assets/verify-*.js');
    await focusRow('Prove me');
    await answered(page, /\/status$/, () => page.keyboard.press('x'));
    await page.keyboard.type('x');
    await letIn();
    await page.waitForURL('/verify/task/*');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    expect(await statusOf(id)).toBe('completed');
  });

  const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label'));
  const link = (title: string) => todoScreen(page).row(title).getByRole('link', { name: title, exact: true });
  test('as Enter on a link in an open task follows that link', async () => {
    const parent_id = await promise('Paint the fence');
    const step = await promise('Buy the paint', { parent_id });
    await open(`/todo?task=${step}`);
    await page.getByRole('article', { name: 'Buy the paint' }).getByRole('link', { name: 'Paint the fence' }).press('Enter');
    await page.getByRole('article', { name: 'Paint the fence' }).waitFor();
  });

  test('with a key held down acts once: x, Enter on a mark, and n, which types no letter', async () => {
    await promise('Hold on');
    await open('/todo');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postData() ?? ''));
    await link('Hold on').focus();
    const holdDown = (key: string, times: number) =>
      answered(page, /\/status$/, async () => {
        for (let count = 0; count < times; count += 1) await page.keyboard.down(key);
        await page.keyboard.up(key);
      });
    await holdDown('x', 3);
    await todoScreen(page).isCompleted('Hold on');
    await page.getByRole('button', { name: 'Open again: Hold on' }).focus();
    await holdDown('Enter', 4);
    await todoScreen(page).isOpen('Hold on');
    expect(sent).toHaveLength(2);
    for (let count = 0; count < 3; count += 1) await page.keyboard.down('n');
    await page.keyboard.up('n');
    await page.keyboard.press('n');
    await expect.poll(() => page.getByRole('textbox', { name: 'New task' }).inputValue()).toBe('n');
    await page.keyboard.press('Escape');
    await page.keyboard.down('Control');
    for (let count = 0; count < 2; count += 1) await page.keyboard.down('k');
    await page.keyboard.up('k');
    await page.keyboard.up('Control');
    await page.getByPlaceholder('Search tasks, places and commands').waitFor();
  });

  test('while a dialog without the focus is open does nothing to the task behind it', async () => {
    const id = await promise('Behind it');
    await open(`/todo?task=${id}`);
    await page.getByRole('article', { name: 'Behind it' }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.waitFor();
    // The browser sends keys to the body when the focused element has vanished.
    const pressX = () => page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))");
    await pressX();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await todoScreen(page).row('Behind it').getByRole('button', { name: 'Complete: Behind it' }).waitFor();
    await answered(page, /\/status$/, async () => void (await pressX()));
  });

  test('continues from the next row when the focused row has vanished', async () => {
    for (const title of ['Gone one', 'Gone two', 'Gone three']) await promise(title, { due_time: '23:00' });
    await open('/todo');
    const titles = await page.locator('[data-task] [data-part="title"]').allInnerTexts();
    const [first, second, third] = titles.filter((title) => title.startsWith('Gone')) as [string, string, string];
    await link(first).focus();
    await page.getByRole('button', { name: `More: ${first}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await link(first).waitFor({ state: 'detached' });
    await expect.poll(focused).toBe(second);
    await page.keyboard.press('j');
    expect(await focused()).toBe(third);
  });
});
