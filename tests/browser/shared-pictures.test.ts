import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loaded, newTask, type SharedBrowserServer, sees, signIn, todoScreen, type Visit, visitSharedServer } from '../support/browser.ts';
import { drawn } from '../support/file-samples.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'shared-pictures@example.org', password: 'a rather long password' };

let server: SharedBrowserServer;
let token = '';
let user: Visit;
let page: Page;

beforeAll(async () => {
  server = await visitSharedServer('monday');
  token = await signUp(server.url, ADA.email);
  user = await server.signedIn(ADA, { serviceWorkers: 'allow' });
  page = user.page;
});
afterAll(() => server?.close());

/** Sends a picture to the address of the manifest's share target, as the system does. */
async function share(name: string, title = ''): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((text) => {
    document.body.innerHTML = `<form method="post" action="/shared" enctype="multipart/form-data">
      <input name="shared_title"><input type="file" name="shared_files"></form>`;
    const field = document.querySelector<HTMLInputElement>('[name="shared_title"]');
    if (field) field.value = text;
  }, title);
  await page.locator('[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer: await drawn(1, 64, 48) });
  await page.evaluate(() => document.querySelector('form')?.submit());
}
const question = () => page.getByRole('dialog', { name: 'What is this picture the proof of?' });
const chosen = (name: string) => page.getByRole('list', { name: 'Chosen' }).getByText(name);

test('a picture that is shared before the worker is there is said to be lost, and the next one becomes the proof of an open task', async () => {
  const body = { title: 'Photograph the fern', verification_type: 'general', due_date: '2026-11-16' };
  const { id } = (await call(server.url, 'POST', '/api/tasks', { token, body })).body;
  await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Water the fern' } });
  await share('early.png');
  await sees(page, 'What you shared could not be taken over.');
  await loaded(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js');
    await navigator.serviceWorker.ready;
  });
  await share('fern.png');
  await question().getByRole('img', { name: 'fern.png' }).waitFor();
  expect(await lookOver(page)).toEqual([]);
  const tasks = question().getByRole('list', { name: 'Tasks that take proof' }).getByRole('button');
  expect(await tasks.allInnerTexts()).toEqual([expect.stringMatching(/^Photograph the fern\s+today/)]);
  await tasks.click();
  await page.waitForURL(`/verify/task/${id}`);
  await chosen('fern.png').waitFor();
  await page.getByRole('button', { name: 'Send proof' }).click();
  await expect.poll(async () => (await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body.status).toBe('completed');
});

test('a picture that is shared while nobody is signed in waits for the sign-in, and becomes the proof of a new task', async () => {
  await user.context.clearCookies();
  await share('moss.png', 'The moss of Madeira');
  await page.waitForURL((url) => url.pathname === '/');
  await signIn(user.context, ADA.email, ADA.password);
  await page.goto('/dashboard');
  await question().getByText('No open task asks for proof.').waitFor();
  // It asks again until there is a decision.
  await page.keyboard.press('Escape');
  await question().waitFor({ state: 'detached' });
  await page.goto('/todo');
  await question().getByRole('button', { name: 'New task' }).click();
  const overlay = page.getByRole('dialog', { name: 'New task' });
  await overlay.getByText('The shared picture will be its proof, which you send on the next screen.').waitFor();
  const line = overlay.getByRole('textbox', { name: 'New task' });
  await expect.poll(() => line.inputValue()).toBe('The moss of Madeira');
  await line.press('Enter');
  await chosen('moss.png').waitFor();
  await page.getByRole('article', { name: 'The moss of Madeira' }).waitFor();
  await page.goto('/todo');
  await todoScreen(page).row('The moss of Madeira').waitFor();
  expect(await question().count()).toBe(0);
  await newTask(page);
  expect(await overlay.getByText(/will be its proof/).count()).toBe(0);
  // The page that was left when the session ended was refused what it still read.
  expect(user.faults.filter((fault) => !fault.includes(' 401 '))).toEqual([]);
});
