import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loaded, sees } from '../support/browser.ts';
import { type BrowserServer, startBrowserServer } from '../support/browser-server.ts';
import { lookOver } from '../support/look.ts';
import { startServer } from '../support/server-process.ts';

const PASSWORD = 'a plain stone bridge';
const DESK = { width: 1440, height: 900 };

/** With the consent server of development in the place of Google and GitHub. */
describe('people who sign in with a provider, and have no password,', () => {
  let server: BrowserServer;

  beforeAll(async () => {
    server = await startBrowserServer('no-password', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
  });
  afterAll(() => server?.close());

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

  test('set the first one after they have come back, and sign in with it', async () => {
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

  test('are told what the provider refused, and delete their account once they have come back', async () => {
    const { page } = await server.visit();
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await comesBack(page, 'Google', 'bob@example.org', '/dashboard');
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

    // Until it is known who asks, nothing can be deleted, and nothing is asked.
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
