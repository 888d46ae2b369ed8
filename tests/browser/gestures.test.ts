import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loaded, type SharedBrowserServer, todoScreen, type Visit, visitSharedServer } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'gestures@example.org', password: 'a rather long password' };

describe('with one gesture', () => {
  let server: SharedBrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;
  let id = '';

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    token = await signUp(server.url, ADA.email);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    user = await server.signedIn(ADA);
    page = user.page;
  });
  afterEach(async () => {
    expect(user.faults).toEqual([]);
    await user.context.close();
    await call(server.url, 'DELETE', `/api/tasks/${id}`, { token });
  });

  async function open(title: string, more: object = {}): Promise<void> {
    const body = { title, due_date: '2026-11-16', due_time: '17:00', ...more };
    id = (await call(server.url, 'POST', '/api/tasks', { token, body })).body.id;
    await page.goto('/todo');
    await loaded(page);
  }
  const row = (title: string) => todoScreen(page).row(title);
  /** Waits until the row has the focus, which a dialog returns a moment after it has closed. */
  const inHand = (title: string) => expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(title);
  const toast = (text: string) => page.locator('[data-toast]').filter({ hasText: text });
  /** Waits until the server has these values. */
  const has = (values: object) =>
    expect.poll(async () => (await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body).toMatchObject(values);
  const under = (day: string, title: string) =>
    page.locator('section', { has: page.getByRole('heading', { name: day }) }).filter({ has: row(title) });

  test('of the keyboard the task in hand is moved, marked, tagged, skipped and deleted, and z takes each of them back', async () => {
    await open('Renew the certificate');
    await page.keyboard.press('j');
    const undone = async (was: object) => {
      await page.keyboard.press('z');
      await has(was);
    };
    const was = { due_date: '2026-11-16', due_time: '17:00', priority: 'none', tags: [], status: 'pending' };
    await page.keyboard.press('m');
    await under('Tomorrow', 'Renew the certificate').waitFor();
    await toast('Moved to tomorrow, 17:00: ‘Renew the certificate’').waitFor();
    await has({ due_date: '2026-11-17', due_time: '17:00' });
    await undone(was);
    await under('Today', 'Renew the certificate').waitFor();
    // The only row has got the focus back.
    await inHand('Renew the certificate');
    await page.keyboard.press('w');
    await has({ due_date: '2026-11-23' });
    await inHand('Renew the certificate');
    await page.keyboard.press('t');
    await has({ due_date: '2026-11-16', due_time: '17:00' });
    await inHand('Renew the certificate');
    for (const [key, priority] of [
      ['1', 'high'],
      ['2', 'medium'],
      ['3', 'low'],
      ['0', 'none'],
    ] as const) {
      await page.keyboard.press(key);
      await has({ priority });
    }
    await undone({ priority: 'low' });
    await page.keyboard.press('0');
    await page.keyboard.press('#');
    const tags = page.getByRole('dialog').getByRole('textbox', { name: 'Tags' });
    await tags.waitFor();
    await page.keyboard.type('ops urgent');
    await page.keyboard.press('Enter');
    await has({ tags: ['ops', 'urgent'] });
    await tags.waitFor({ state: 'detached' });
    await undone(was);
    await inHand('Renew the certificate');
    await page.keyboard.press('d');
    const day = page.getByRole('dialog').getByRole('textbox', { name: 'Day' });
    await day.fill('yesterday');
    await page.keyboard.press('Enter');
    await page.getByText('This day is over. Choose today or a later date.').waitFor();
    await day.fill('fri');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Time' }).fill('9am');
    await page.keyboard.press('Enter');
    await has({ due_date: '2026-11-20', due_time: '09:00' });
    await day.waitFor({ state: 'detached' });
    await undone(was);
    // The row has moved back to today, and has got the focus back.
    await inHand('Renew the certificate');
    await page.keyboard.press('s');
    await page.getByRole('dialog').getByLabel('Reason').fill('The old one is valid until May');
    await page.keyboard.press('Enter');
    await has({ status: 'skipped', skip_reason: 'The old one is valid until May' });
    await inHand('Renew the certificate');
    await page.keyboard.press('1');
    await has({ priority: 'high' });
    await undone({ priority: 'none' });
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Title' }).fill('Renew both certificates');
    await page.keyboard.press('Enter');
    await has({ title: 'Renew both certificates' });
    await undone({ title: 'Renew the certificate', status: 'skipped' });
    await row('Renew the certificate').getByRole('link', { name: 'Renew the certificate' }).focus();
    await page.keyboard.press('Delete');
    await row('Renew the certificate').waitFor({ state: 'detached' });
    await toast('Deleted').waitFor();
    await undone({ title: 'Renew the certificate' });
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard' });
    for (const words of ['Due tomorrow', 'Priority high, medium, low, none', 'Skip with a reason', 'Change the title'])
      await list.getByText(words, { exact: true }).waitFor();
  });

  test('of the pointer the title, the date and the priority are changed where they stand, in the row and in the panel', async () => {
    await open('Answer Priya');
    await row('Answer Priya').hover();
    // Keys act on the row under the pointer, too.
    await page.keyboard.press('2');
    await has({ priority: 'medium' });
    await page.getByRole('button', { name: 'Due: today, 17:00. Change.' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '19 November 2026' }).click();
    await has({ due_date: '2026-11-19', due_time: '17:00' });
    await row('Answer Priya').hover();
    await page.getByRole('button', { name: 'Priority: medium. Change.' }).click();
    await page.getByRole('menuitem', { name: 'High' }).click();
    await has({ priority: 'high' });

    await page.getByRole('link', { name: 'Answer Priya' }).click();
    const panel = page.getByRole('article');
    await panel.getByRole('button', { name: 'Answer Priya', exact: true }).click();
    await panel.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(600));
    await panel.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Answer Priya', exact: true }).press('Enter');
    await panel.getByRole('textbox', { name: 'Title' }).fill('Answer Priya today');
    await panel.getByText('Status').click();
    await has({ title: 'Answer Priya today' });
    await panel.getByRole('button', { name: 'Due: Thu 19 Nov, 17:00. Change.' }).click();
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('dialog').getByRole('button', { name: 'No date' }).click();
    await has({ due_date: null, due_time: null });
    await panel.getByRole('button', { name: 'Due: No date. Change.' }).waitFor();
    await panel.getByRole('button', { name: 'Tags: none. Change.' }).click();
    await page.getByRole('textbox', { name: 'Tags' }).fill('mail');
    await page.keyboard.press('Enter');
    await has({ tags: ['mail'] });
  });

  test('of the right button, or of the menu key, a row opens its menu', async () => {
    await open('Fix the checkout');
    await page.getByRole('link', { name: 'Fix the checkout' }).click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Menu: Fix the checkout' });
    await menu.waitFor();
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await menu.getByRole('menuitemcheckbox', { name: 'Low' }).click();
    await has({ priority: 'low' });
    await menu.waitFor({ state: 'detached' });
    await inHand('Fix the checkout');
    await page.keyboard.press('Shift+F10');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await inHand('Fix the checkout');
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Tomorrow, Tue 17 Nov' }).press('Enter');
    await has({ due_date: '2026-11-17' });
    await page.keyboard.press('z');
    await has({ due_date: '2026-11-16' });
  });

  test('of n a line becomes a task over any screen, and what was typed is kept until it is added', async () => {
    await open('Renew the certificate');
    await page.goto('/help');
    await loaded(page);
    await page.keyboard.press('n');
    const overlay = page.getByRole('dialog', { name: 'New task' });
    const line = overlay.getByRole('textbox', { name: 'New task' });
    const chip = (name: string) => overlay.getByRole('button', { name, exact: true });
    await line.fill('Pay the invoice today 7:00 #ops p1');
    await overlay.getByRole('alert').getByText('Today, 07:00 has passed').waitFor();
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await line.focus();
    await page.keyboard.press('Enter');
    await overlay.getByRole('button', { name: 'Tomorrow, 07:00' }).click();
    await chip('Due: Tue 17 Nov').waitFor();
    await chip('Take ‘#ops’ as plain text').click();
    await chip('Priority: High').click();
    await page.getByRole('menuitem', { name: 'Low' }).click();
    await chip('Repeat').waitFor();
    await chip('Estimate').click();
    await overlay.getByLabel('Estimate').fill('45');
    await overlay.getByLabel('Notes').fill('The account is in the vault.');
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    expect(await line.inputValue()).toBe('Pay the invoice today 7:00 #ops p1');
    await chip('Priority: Low').waitFor();
    await page.keyboard.press('Shift+Enter');
    const added = toast('Added for Tue 17 Nov, 07:00: ‘Pay the invoice #ops’');
    await added.waitFor();
    await expect.poll(() => line.inputValue()).toBe('');
    const [made] = (await (await user.context.request.get('/api/tasks')).json()).filter(
      (task: { priority: string }) => task.priority === 'low',
    );
    expect(made).toMatchObject({ due_time: '07:00', estimate_minutes: 45, description: 'The account is in the vault.', tags: [] });
    await line.fill('Water the ferns every day at 9');
    await chip('Repeat: Every day').waitFor();
    await page.keyboard.press('Enter');
    await overlay.waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await expect.poll(async () => (await (await user.context.request.get('/api/recurring_tasks')).json()).length).toBe(0);
    await page.keyboard.press('n');
    await line.fill('Call Bo');
    await page.keyboard.press('Enter');
    await toast('Added without a date: ‘Call Bo’').waitFor();
    await overlay.waitFor({ state: 'detached' });
    await page.keyboard.press('z');
    await toast('Taken back: ‘Call Bo’').waitFor();
    await page.goto('/todo?new=today');
    await chip('Due: Mon 16 Nov').waitFor();
    await line.fill('Read');
    await page.goto(
      `/todo?${new URLSearchParams({ shared_title: 'The ferns of Madeira', shared_text: 'https://example.org/ferns?page=2' })}`,
    );
    await expect.poll(() => line.inputValue()).toBe('Read The ferns of Madeira');
    await overlay.getByText('Notes: https://example.org/ferns?page=2').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await line.press('Enter');
    await toast('‘Read The ferns of Madeira’').waitFor();
    const tasks = await (await user.context.request.get('/api/tasks')).json();
    expect(tasks.find(({ title }: { title: string }) => title === 'Read The ferns of Madeira')).toMatchObject({
      description: 'https://example.org/ferns?page=2',
    });
  });

  test('of a finger a row is swiped: to the right it is done, to the left it is tomorrow', async () => {
    await user.context.close();
    user = await server.signedIn(ADA, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    page = user.page;
    await open('Fix the checkout');
    const devtools = await user.context.newCDPSession(page);
    async function swipe(way: number, down = 0): Promise<void> {
      await row('Fix the checkout').waitFor();
      const box = await row('Fix the checkout').boundingBox();
      if (!box) throw new Error('no row');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const at = (share: number) => [{ x: x + way * share, y: y + down * share }];
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (const share of [0.1, 0.3, 0.6, 1])
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
      await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }
    await swipe(-150);
    await has({ due_date: '2026-11-17', due_time: '17:00' });
    await toast('Moved to tomorrow').getByRole('button', { name: /^Undo/ }).click();
    await has({ due_date: '2026-11-16' });
    await swipe(40);
    await swipe(30, 150);
    await swipe(150);
    await has({ status: 'completed' });
    expect(new URL(page.url()).search).toBe('');
    await toast('Completed').getByRole('button', { name: /^Undo/ }).click();
    await has({ status: 'pending', due_date: '2026-11-16' });
  });
});
