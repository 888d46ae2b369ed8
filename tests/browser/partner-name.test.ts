import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sees, type Visit } from '../support/browser.ts';
import { type BrowserServer, startBrowserServer } from '../support/browser-server.ts';
import { lookOver } from '../support/look.ts';
import { partnerReader } from '../support/partner-reader.ts';
import { call, signIn, signUp, startServer } from '../support/server-process.ts';

const NEW = { email: 'new@example.org', password: 'a rather long password' };

/** One story in several tests. Each test continues where the one before ended. */
describe('an owner who has given no name', () => {
  let server: BrowserServer;
  let member: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await startBrowserServer('partner-name', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
    await signUp(server.url, NEW.email);
    const token = await signIn(server.url, NEW.email);
    await call(server.url, 'PUT', '/api/settings/profile', { token, body: { full_name: '' } });
    member = await server.signedIn(NEW);
    page = member.page;
  });
  afterAll(() => server?.close());

  const own = () => page.getByLabel('What people call you');
  const save = () => page.getByRole('button', { name: 'Save', exact: true });
  const profile = async () => (await page.request.get('/api/settings/profile')).json();

  test('is asked for it in the form of the partner, before anybody is invited', async () => {
    await page.goto('/settings/accountability_partner');
    await page.getByLabel('Name').fill('Søren Ødegård');
    await page.getByLabel('Email Address').fill('soren@example.org');
    expect(await save().isDisabled()).toBe(true);
    await page.getByLabel('Email Address').press('Enter');
    await own().press('Enter');
    await sees(page, 'Tell your partner who asks.');
    expect(await lookOver(page)).toEqual([]);
    await page.request.get('/dev/mailbox.json?to=soren@example.org').then(async (mails) => expect(await mails.json()).toEqual([]));
    await own().fill('  Maria Lund ');
    await page.route('**/api/settings/accountability', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await save().click();
    await sees(page, 'Failed to save changes.');
    // The name is kept already, and is asked for no more.
    await own().waitFor({ state: 'detached' });
    await page.unroute('**/api/settings/accountability');
    await save().click();
    await sees(page, 'Changes saved successfully!');
    expect(await profile()).toMatchObject({ full_name: 'Maria Lund' });
    await page.goto('/profile');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Maria Lund');
  });

  test('is named in the invitation and on its page, with the address beside the name', async () => {
    const soren = partnerReader(await server.visit());
    await soren.follow('Maria Lund asks you to be their accountability partner');
    await sees(soren.page(), 'Maria Lund (new@example.org) writes down promises in Vouch');
    await sees(soren.page(), 'For Søren Ødegård, from Maria Lund (new@example.org).');
  });
});
