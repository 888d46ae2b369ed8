import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answered, openScreen, type SharedBrowserServer, todoScreen, type Visit, visitSharedServer } from '../support/browser.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'proof-mark@example.org', password: 'a rather long password' };

describe('the mark of a task that asks for proof', () => {
  let server: SharedBrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    token = await signUp(server.url, ADA.email);
    user = await server.signedIn(ADA);
    page = user.page;
  });
  afterAll(() => server?.close());

  test.each(['/todo', '/dashboard', '/todo?task='])('opens the form of the proof on %s, and so does the key x', async (path) => {
    const body = { title: `Proof for ${path}`, due_date: '2026-11-16', verification_type: 'general' };
    const { id } = (await call(server.url, 'POST', '/api/tasks', { token, body })).body;
    await call(server.url, 'PATCH', `/api/tasks/${id}/status`, { token, body: { completed: true, status: 'completed' } });
    await openScreen(page, path.endsWith('=') ? path + id : path);
    const mark = page
      .getByRole(path.endsWith('=') ? 'article' : 'main')
      .getByRole('button', { name: `Give proof: ${body.title}. Awaiting proof.` });
    await mark.click();
    await page.waitForURL(`/verify/task/${id}`);
    await page.getByRole('heading', { name: 'Give proof' }).waitFor();
    expect((await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body.status).toBe('completed');
    if (path !== '/todo') return;
    await page.goBack();
    await todoScreen(page).row(body.title).getByRole('link', { name: body.title }).focus();
    await page.keyboard.press('x');
    await page.waitForURL(`/verify/task/${id}`);
  });

  test('offers the undo key that works where the focus is', async () => {
    const body = { title: 'Ticked too soon', due_date: '2026-11-16', verification_type: 'general' };
    const { id } = (await call(server.url, 'POST', '/api/tasks', { token, body })).body;
    await openScreen(page, '/todo');
    await todoScreen(page).complete(body.title);
    const note = page.getByRole('textbox', { name: /^Note/ });
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
    const undo = page.getByRole('button', { name: /^Undo/ });
    expect(await undo.textContent()).toBe('UndoCtrlZ');
    await page.keyboard.type('z');
    expect(await note.inputValue()).toBe('z');
    await expect.poll(() => undo.textContent()).toBe('Undo');
    await page.keyboard.press('Control+z');
    expect(await note.inputValue()).toBe('');
    expect((await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body.status).toBe('completed');
  });

  test('is taken back by Ctrl+Z in the empty note', async () => {
    const body = { title: 'Not yet done', due_date: '2026-11-16', verification_type: 'general' };
    await call(server.url, 'POST', '/api/tasks', { token, body });
    await openScreen(page, '/todo');
    await todoScreen(page).complete(body.title);
    const note = page.getByRole('textbox', { name: /^Note/ });
    await expect.poll(() => note.evaluate((field) => field === document.activeElement)).toBe(true);
    await answered(page, /\/undo$/, () => page.keyboard.press('Control+z'));
    await page.getByText(`Taken back: ‘${body.title}’`).waitFor();
  });
});
