import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openScreen, type SharedBrowserServer, sees, todoScreen, visitSharedServer } from '../support/browser.ts';
import { signUp } from '../support/server-process.ts';
import { colourOf } from './colour-of.ts';

const ADA = { email: 'failures@example.org', password: 'a rather long password' };

describe('a change that the server refuses without a sentence', () => {
  let server: SharedBrowserServer;
  let page: Page;

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    await signUp(server.url, ADA.email);
    ({ page } = await server.signedIn(ADA));
  });
  afterAll(() => server?.close());
  afterEach(() => page.unrouteAll());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** Makes this call fail until `until` has run. */
  const failing = (method: string, path: string, until: Promise<void> = Promise.resolve()) =>
    page.route(`**${path}`, async (route) => {
      if (route.request().method() !== method) return route.continue();
      await until;
      return route.fulfill({ status: 500, body: '' });
    });

  // The first one, because a message of another test would still be shown.
  test('switches the toggle of the AI back without a message', async () => {
    await openScreen(page, '/settings/accountability_partner');
    const refused = Promise.withResolvers<void>();
    await failing('PUT', '/api/settings/accountability', refused.promise);
    const toggle = page.getByRole('switch', { name: 'Coding Tasks' });
    await toggle.click();
    await expect.poll(() => toggle.isChecked()).toBe(true);
    refused.resolve();
    await expect.poll(() => toggle.isChecked()).toBe(false);
    expect([await page.getByRole('alert').count(), await page.locator('[data-toast]').count()]).toEqual([0, 0]);
  });

  test('says that the data could not be exported', async () => {
    await openScreen(page, '/settings/account');
    await failing('GET', '/api/settings/account/export');
    await button('Export Data').click();
    await sees(page, 'Failed to export data. Please try again.');
  });

  test('says that the account could not be deleted, after a confirmation without which nothing is sent', async () => {
    await openScreen(page, '/settings/account');
    await failing('DELETE', '/api/settings/account');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'DELETE' && sent.push(request.url()));
    page.once('dialog', (dialog) => void dialog.dismiss());
    await button('Delete Account').click();
    page.once('dialog', (dialog) => void dialog.accept());
    await button('Delete Account').click();
    await sees(page, 'Failed to delete account. Please try again.');
    expect(sent).toHaveLength(1);
  });

  test('says that the plan could not be changed', async () => {
    await openScreen(page, '/settings/subscription');
    await failing('POST', '/api/settings/subscription');
    await button('Select Plan').click();
    await page.getByText('Failed to update subscription.', { exact: true }).waitFor();
  });

  test('says that Gmail could not be connected, and why', async () => {
    await openScreen(page, '/settings/integrations');
    await failing('GET', '/api/oauth/state');
    await button('Connect Gmail').click();
    await page.getByText('Failed to start Gmail OAuth: Failed to fetch OAuth state', { exact: true }).waitFor();
  });

  test('shows a red message, and an accepted change a green one', async () => {
    await openScreen(page, '/todo');
    const { write, complete } = todoScreen(page);
    await write('Run');
    await write('Rest');
    await complete('Run');
    const good = await colourOf(page.locator('[data-toast="good"]').filter({ hasText: 'Completed ‘Run’' }));
    await failing('PATCH', '/api/tasks/*/status');
    await complete('Rest');
    const bad = page.locator('[data-toast="bad"]').filter({ hasText: 'Failed to update task status' });
    await bad.waitFor();
    const [red, green] = await colourOf(bad);
    expect(good[1]).toBeGreaterThan(good[0]);
    expect(red).toBeGreaterThan(green);
  });
});
