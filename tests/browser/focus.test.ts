import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserServer, comeBack, loaded, sees, startBrowserServer, todoScreen, type Visit } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };

describe('the focus timer', () => {
  let server: BrowserServer;
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await startBrowserServer('focus', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
    await signUp(server.url, ADA.email);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    user = await server.signedIn(ADA);
    page = user.page;
  });
  afterEach(async () => {
    const present = await current();
    if (present) await user.context.request.post(`/api/focus/${present.id}/stop`, { data: {} });
    await user.context.close();
  });

  const read = async (path: string) => (await user.context.request.get(path)).json();
  async function promise(title: string): Promise<string> {
    const data = { title, due_date: '2026-11-17', estimate_minutes: 60 };
    return (await (await user.context.request.post('/api/tasks', { data })).json()).id;
  }
  const current = async () => (await read('/api/focus')).current;
  const sessions = (id: string) => read(`/api/focus/sessions?task_id=${id}`);
  const pill = (name: RegExp) => page.getByRole('banner').getByRole('button', { name });
  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const press = (name: string) => button(name).click();
  async function open(path: string): Promise<void> {
    await page.goto(path);
    await loaded(page);
  }
  const focusRow = (title: string) => todoScreen(page).row(title).getByRole('link', { name: title, exact: true }).focus();

  test('starts with one key, is on every screen and in each tab, and is paused, resumed and stopped', async () => {
    const id = await promise('Write the talk');
    await promise('Call the bank');
    await open('/todo');
    await focusRow('Write the talk');
    await page.keyboard.press('f');
    await pill(/^Focus: 2[45]:\d\d Write the talk$/).waitFor();
    expect(await current()).toMatchObject({ task_id: id, minutes: 25, state: 'running' });
    await expect.poll(() => page.title()).toMatch(/^2[45]:\d\d Write the talk · Vouch$/);

    await page.reload();
    await pill(/^Focus: 2[45]:/).waitFor();
    const other = await user.context.newPage();
    await other.goto('/report');
    await other
      .getByRole('banner')
      .getByRole('button', { name: /^Focus: 2[45]:\d\d Write the talk$/ })
      .waitFor();
    await other.close();

    // All of it by the keyboard.
    await pill(/^Focus: /).press('Enter');
    await button('Pause').press('Enter');
    await pill(/^Focus: 2[45]:\d\d Paused$/).waitFor();
    await expect.poll(async () => (await current()).state).toBe('paused');
    await expect.poll(() => page.title()).toMatch(/^Paused 2[45]:\d\d · Vouch$/);
    await sees(page, 'After two hours of pause it ends by itself.');
    expect(await lookOver(page)).toEqual([]);
    await button('Resume').press('Enter');
    await pill(/^Focus: 2[45]:\d\d Write the talk$/).waitFor();
    await expect.poll(async () => (await current()).state).toBe('running');
    await page.keyboard.press('Escape');

    // Another task: nothing is ended by one press, and the way to it is offered.
    await focusRow('Call the bank');
    await page.keyboard.press('f');
    await button('Stop it and focus on ‘Call the bank’').press('Enter');
    await pill(/^Focus: 2[45]:\d\d Call the bank$/).waitFor();
    expect(await sessions(id)).toMatchObject([{ state: 'ended', end: 'stopped' }]);
    await pill(/^Focus: /).press('Enter');
    await button('Stop').press('Enter');
    await pill(/^Focus/).waitFor({ state: 'detached' });
    await expect.poll(() => current()).toBeNull();
    await expect.poll(() => page.title()).toBe('Upcoming · Vouch');
  });

  test('says that its minutes are over, and offers five more, a break and done', async () => {
    const id = await promise('Plan the week');
    await open('/todo');
    await focusRow('Plan the week');
    await page.keyboard.press('f');
    await pill(/^Focus: 2[45]:/).waitFor();
    await server.pass('PT26M');
    await comeBack(page);
    // Nobody was typing, so the panel opens by itself.
    await page.getByRole('heading', { name: '25 minutes are over' }).waitFor();
    await expect.poll(() => page.title()).toBe('25 minutes are over · Vouch');
    expect(await sessions(id)).toMatchObject([{ end: 'finished', focused_seconds: 1_500 }]);
    expect(await lookOver(page)).toEqual([]);
    await press('Five minutes more');
    await pill(/^Focus: 0[45]:\d\d Plan the week$/).waitFor();

    // The browser remembers which session it saw, also over a reload.
    await server.pass('PT6M');
    await page.reload();
    await page.getByRole('heading', { name: '5 minutes are over' }).waitFor();
    await press('A break');
    await sees(page, 'Only this browser counts the break. It is not counted as focus.');
    await pill(/^0[45]:\d\d A break$/).waitFor();
    expect(await current()).toBeNull();
    await page.reload();
    await pill(/A break$/).click();
    await press('End the break');
    await pill(/break/).waitFor({ state: 'detached' });

    // What was focused stands beside the estimate.
    await todoScreen(page).row('Plan the week').getByRole('link', { name: 'Plan the week', exact: true }).click();
    await sees(page, '30 min in 2 sessions');
    await sees(page, '50 % of the estimate');
    await page.getByRole('article').getByRole('button', { name: 'Focus', exact: true }).click();
    await pill(/^Focus: 2[45]:/).click();
    await press('Done');
    await expect.poll(async () => (await sessions(id))[0].end).toBe('completed');
    await sees(page, 'Completed ‘Plan the week’');
    await pill(/^Focus/).waitFor({ state: 'detached' });
  });

  test('says kindly that a long pause has ended it, and goes on with what was left', async () => {
    const id = await promise('Draft the letter');
    await open('/todo');
    await focusRow('Draft the letter');
    await page.keyboard.press('f');
    await pill(/^Focus: 2[45]:/).waitFor();
    await server.pass('PT10M');
    await comeBack(page);
    await pill(/^Focus: 1[45]:/).click();
    await press('Pause');
    await pill(/Paused$/).waitFor();
    await expect.poll(async () => (await current()).state).toBe('paused');
    await page.keyboard.press('Escape');
    await server.pass('PT3H');
    await comeBack(page);
    await pill(/The pause was long/).click();
    await sees(page, '10 minutes of focus are counted, and nothing is lost.');
    expect(await sessions(id)).toMatchObject([{ end: 'abandoned' }]);
    await press('Go on');
    await pill(/^Focus: 1[45]:\d\d Draft the letter$/).waitFor();
    expect(user.faults).toEqual([]);
  });
});
