import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, loaded, sees, startBrowserServer } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { mailedLink, startServer } from '../support/server-process.ts';

const PASSWORD = 'a plain stone bridge';
const DESK = { width: 1440, height: 900 };

let server: BrowserServer;

beforeAll(async () => {
  server = await startBrowserServer('no-password', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
});
afterAll(() => server?.close());

/** With the consent server of development in the place of Google and GitHub. */
describe('people who sign in with a provider and have no password', () => {
  const anHourLater = () => server.pass('PT1H');
  /** Answers at the provider, and waits until the browser has come back. */
  async function comesBack(page: Page, name: string, email: string, to: string): Promise<void> {
    await page.getByLabel(`Your address at ${name}`).fill(email);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(to);
  }
  async function looksRight(page: Page): Promise<void> {
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize(DESK);
  }

  test('set a first password after they have signed in again at the provider, and sign in with it', async () => {
    const { page, faults } = await server.visit();
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Continue with GitHub' }).click();
    await comesBack(page, 'GitHub', 'ada@example.org', '/dashboard');
    // The account has the browser's zone.
    expect((await (await page.request.get('/api/auth/me')).json()).user.timezone).toBe('Europe/Berlin');
    await anHourLater();
    await page.goto('/profile');
    const block = page.getByRole('region', { name: 'Password' });
    await block.getByText('You have none: you sign in with GitHub.').waitFor();
    expect(await block.getByLabel('New password').count()).toBe(0);
    await block.getByRole('button', { name: 'Send me a link' }).click();
    await block.getByText('A link is on its way to ada@example.org.').waitFor();
    await looksRight(page);

    expect(await block.getByRole('link').allTextContents()).toEqual(['Continue with GitHub']);
    await block.getByRole('link', { name: 'Continue with GitHub' }).click();
    await comesBack(page, 'GitHub', 'ada@example.org', '/profile#password');
    const typed = block.getByLabel('New password');
    await typed.waitFor();
    expect(await page.evaluate('document.activeElement.autocomplete')).toBe('new-password');
    expect(await block.getByLabel('Current password').count()).toBe(0);
    await looksRight(page);
    await typed.fill('password1');
    await block.getByRole('button', { name: 'Set a password' }).click();
    await block.getByRole('alert').getByText('easy to guess').waitFor();
    await typed.fill(PASSWORD);
    await block.getByRole('button', { name: 'Set a password' }).click();
    await sees(page, 'Password set');
    await block.getByLabel('Current password').waitFor();
    await block.getByRole('button', { name: 'Change password' }).waitFor();

    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('/');
    await page.goto('/auth');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('/dashboard');
    // The guess was refused with 422, which the browser writes on its console.
    expect(faults.filter((fault) => !/ 422 /.test(fault))).toEqual([]);
  });

  test('read what the provider refused, and delete their account after they have signed in again there', async () => {
    const { page } = await server.visit();
    await page.goto('/settings/account');
    await page.waitForURL('/');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await comesBack(page, 'Google', 'bob@example.org', '/settings/account');
    await anHourLater();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const asked: string[] = [];
    page.on('dialog', (one) => {
      asked.push(one.message());
      void one.accept();
    });
    async function leavesForGoogle(): Promise<void> {
      await page.goto('/settings/account');
      await loaded(page);
      expect(await dialog.count()).toBe(0);
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await dialog.getByText('Your account has no password, so come back from Google first.').waitFor();
      await dialog.getByRole('link', { name: 'Continue with Google' }).click();
    }

    // Before the user is loaded, nothing can be deleted, and no question is shown.
    const known = Promise.withResolvers<void>();
    await page.route('**/api/auth/user', (route) => known.promise.then(() => route.continue()));
    await page.goto('/settings/account');
    await loaded(page);
    expect(await page.getByRole('button', { name: 'Delete Account' }).isDisabled()).toBe(true);
    known.resolve();
    await page.unrouteAll({ behavior: 'wait' });

    await leavesForGoogle();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL('/dashboard');
    const refusal = page.getByRole('alert').getByText('The user denied the request.');
    await refusal.waitFor();
    await sees(page, 'You are signed in as before.');
    await looksRight(page);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await refusal.waitFor({ state: 'detached' });
    await page.reload();
    await loaded(page);
    expect(await refusal.count()).toBe(0);

    await leavesForGoogle();
    await comesBack(page, 'Google', 'somebody.else@example.org', '/dashboard');
    await sees(page, 'At Google you are somebody else than here.');

    // In 7 days: the same way through the provider, and nothing is asked afterwards, because it can be taken back.
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Delete in 7 days' }).click();
    const inDays = page.getByRole('dialog', { name: 'Delete your account in 7 days?' });
    await inDays.getByRole('link', { name: 'Continue with Google' }).click();
    await comesBack(page, 'Google', 'bob@example.org', '/settings/account');
    await inDays.getByText('Until the 7 days are over, you can keep the account of bob@example.org.').waitFor();
    await inDays.getByRole('button', { name: 'Delete in 7 days' }).click();
    const banner = page.getByRole('region', { name: 'Deletion of your account' });
    await banner.waitFor();
    await sees(page, 'Your account will be deleted in 7 days. Until then you can keep it.');
    expect(await page.getByRole('button', { name: 'Delete in 7 days' }).count()).toBe(0);
    await banner.getByRole('button', { name: 'Keep my account' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete in 7 days' }).waitFor();
    expect(await page.getByRole('main').getByText('Until then you can keep it.').count()).toBe(0);
    await anHourLater();

    await leavesForGoogle();
    await comesBack(page, 'Google', 'bob@example.org', '/settings/account');
    await dialog.getByText('The account of bob@example.org can be deleted now.').waitFor();
    await looksRight(page);
    expect(asked).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    expect(asked).toEqual(['Are you sure you want to permanently delete your account? This cannot be undone.']);
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('/');
  });
});

describe('the link to confirm', () => {
  const FAY = { email: 'fay@example.org', password: 'the password of fay' };
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

  test('confirms by one press in the browser that signed up, and works once', async () => {
    const { page, link } = await signUp(FAY.email);
    await page.goto(link);
    await press(page);
    await page.waitForURL('/welcome');
    await page.goto(link);
    await press(page);
    await page.getByRole('link', { name: 'Sign In' }).waitFor();
  });

  test('asks another browser for the password of the sign-up, and still works after a wrong one or a dropped connection', async () => {
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
});
