import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loaded, type SharedBrowserServer, type Visit, visitSharedServer } from '../support/browser.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'task-conflict@example.org', password: 'a rather long password' };

describe('a task that two windows edit at once', () => {
  let server: SharedBrowserServer;
  let token = '';
  let user: Visit;
  let id = '';
  /** The windows with the form of the task. */
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    token = await signUp(server.url, ADA.email);
    user = await server.signedIn(ADA);
    [first, second] = [user.page, await user.context.newPage()];
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    const body = { title: 'Send the report', priority: 'low', due_date: '2026-11-20' };
    id = (await call(server.url, 'POST', '/api/tasks', { token, body })).body.id;
    for (const page of [first, second]) {
      await page.goto(`/todo?task=${id}`);
      await loaded(page);
      await page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).click();
      await title(page).waitFor();
    }
  });

  const form = (page: Page) => page.getByRole('form', { name: 'Edit task' });
  const title = (page: Page) => form(page).getByLabel('Title');
  const save = (page: Page) => form(page).getByRole('button', { name: 'Save' }).click();
  const conflict = (page: Page) => form(page).getByRole('alert').filter({ hasText: 'Changed elsewhere.' });
  const taskNow = async () => (await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body;

  /** The first window saves another title, and then the second one does. */
  async function collide(): Promise<void> {
    await title(first).fill('Send the long report');
    await save(first);
    await form(first).waitFor({ state: 'detached' });
    await title(second).fill('Send the short report');
    await save(second);
    await conflict(second).waitFor();
  }

  test('shows both values, and the second window can write its own', async () => {
    await collide();
    expect(await conflict(second).textContent()).toContain('Title: there ‘Send the long report’, here ‘Send the short report’.');
    expect((await taskNow()).title).toBe('Send the long report');
    await conflict(second).getByRole('button', { name: 'Write mine' }).click();
    await form(second).waitFor({ state: 'detached' });
    expect((await taskNow()).title).toBe('Send the short report');
  });

  test('can keep what is there, and the other changes of the second window are saved', async () => {
    await form(second).getByLabel('Estimate').fill('45');
    await collide();
    await conflict(second).getByRole('button', { name: 'Keep what is there' }).click();
    await conflict(second).waitFor({ state: 'detached' });
    expect(await title(second).inputValue()).toBe('Send the long report');
    await save(second);
    await form(second).waitFor({ state: 'detached' });
    expect(await taskNow()).toMatchObject({ title: 'Send the long report', estimate_minutes: 45 });
  });

  test('has no conflict if the windows changed different fields', async () => {
    await form(first).getByLabel('Estimate').fill('45');
    await save(first);
    await form(first).waitFor({ state: 'detached' });
    await title(second).fill('Send the short report');
    await save(second);
    await form(second).waitFor({ state: 'detached' });
    expect(await taskNow()).toMatchObject({ title: 'Send the short report', estimate_minutes: 45 });
  });
});
