import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sees } from '../support/browser.ts';
import { type BrowserServer, startBrowserServer } from '../support/browser-server.ts';
import { lookOver } from '../support/look.ts';
import { mailedLink } from '../support/server-process.ts';

const FAY = { email: 'fay@example.org', password: 'the password of fay' };
let server: BrowserServer;

beforeAll(async () => {
  server = await startBrowserServer('confirm');
});
afterAll(() => server?.close());

const open = async (): Promise<Page> => (await server.visit()).page;
const field = (page: Page) => page.getByLabel('Password', { exact: true });
const press = (page: Page, name = 'Confirm') => page.getByRole('button', { name, exact: true }).click();
const alert = (page: Page, sentence: string) => page.getByRole('alert').filter({ hasText: sentence }).waitFor();

/** Signs up in a browser of its own. Gives its page and the link in the mail. */
async function signUp(email: string): Promise<{ page: Page; link: string }> {
  const page = await open();
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full name').fill('Fay');
  await page.getByLabel('Email').fill(email);
  await field(page).fill(FAY.password);
  await press(page, 'Sign Up');
  await sees(page, 'Check your email for a confirmation link!');
  return { page, link: await mailedLink(server.url, email, '/auth/confirm') };
}

test('the browser that signed up confirms by one press, and its link works once', async () => {
  const { page, link } = await signUp(FAY.email);
  await page.goto(link);
  await press(page);
  await page.waitForURL('/welcome');
  await page.goto(link);
  await press(page);
  await page.getByRole('link', { name: 'Sign In' }).waitFor();
});

test('another browser is asked for the password of the sign-up, and loses nothing by a wrong one or a dropped connection', async () => {
  const { link } = await signUp('far@example.org');
  const page = await open();
  await page.goto(link);
  expect(await field(page).count()).toBe(0);
  await press(page);
  await field(page).waitFor();
  expect(await page.locator(':focus').getAttribute('type')).toBe('password');
  await sees(page, /You did not sign up in this browser/);
  await press(page);
  await alert(page, 'Enter the password that you chose when you signed up.');
  await field(page).fill('not the password of fay');
  await press(page);
  await alert(page, 'This is not the password of this sign-up.');
  expect(await lookOver(page)).toEqual([]);
  await page.route('**/api/auth/confirm', (route) => route.abort());
  await press(page);
  await sees(page, /The link still works\./);
  expect(await field(page).inputValue()).toBe('not the password of fay');
  await page.unroute('**/api/auth/confirm');
  await field(page).fill(FAY.password);
  await press(page);
  await page.waitForURL('/welcome');
});
