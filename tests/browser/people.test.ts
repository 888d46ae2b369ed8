import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newTask, openScreen, type SharedBrowserServer, sees, visitSharedServer } from '../support/browser.ts';

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** One story in several tests. Each test continues where the one before ended. */
describe('a new user, on a Monday morning in Berlin,', () => {
  const email = 'people@example.org';
  let server: SharedBrowserServer;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    ({ page, faults } = await server.visit());
  });
  afterAll(() => server?.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const saved = () => sees(page, 'Changes saved successfully!');
  const settings = async (key: string) => (await page.request.get(`/api/settings/${key}`)).json();
  async function mailTo(address: string): Promise<Mail> {
    let found: Mail | undefined;
    await expect.poll(async () => (found = (await (await page.request.get(`/dev/mailbox.json?to=${address}`)).json())[0])).toBeDefined();
    return found as Mail;
  }

  test('is shown the introduction once, after the confirmation', async () => {
    await page.request.post('/api/auth/signup', {
      data: { email, password: 'a plain stone bridge', full_name: 'Ada Ode', timezone: 'Europe/Berlin' },
    });
    const token = /token=([\w.-]+)/.exec((await mailTo(email)).text)?.[1];
    await page.goto(`/auth/confirm?token=${token}`);
    await button('Confirm').click();
    await page.waitForURL('/welcome');
    await sees(page, '1 of 4');
    expect(await button('Back').isDisabled()).toBe(true);
    for (let step = 2; step <= 4; step += 1) {
      await button('Next').click();
      await sees(page, `${step} of 4`);
    }
    await button('Get Started').click();
    await page.waitForURL('/dashboard');
    await page.goto('/welcome');
    await page.waitForURL('/dashboard');
  });

  test('leaves the first steps for later, and sets that nothing is due today, which a reload keeps', async () => {
    await page.goto('/dashboard');
    await sees(page, 'Make your first promise');
    for (const later of ['Not now', 'Not now', 'Later']) await button(later).click();
    await sees(page, 'Nothing is promised for today');
    await button('Nothing due today').click();
    await page.getByRole('heading', { name: 'Nothing due today' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing due today' }).waitFor();
    expect(await button('Nothing due today').count()).toBe(0);
  });

  test('sets which mails are sent, and at what time', async () => {
    await openScreen(page, '/settings/notifications');
    await page.getByRole('switch', { name: 'System Updates' }).click();
    await button('Save Changes').click();
    await saved();
    expect(await settings('notifications')).toMatchObject({ task_reminders: true, system_updates: false });

    await openScreen(page, '/settings/time');
    await page.getByLabel('Hours').fill('0');
    await page.getByLabel('Time', { exact: true }).first().fill('7:30');
    await button('Save Changes').click();
    await sees(page, 'From 1 to 720 hours.');
    await page.getByLabel('Hours').fill('48');
    await button('Save Changes').click();
    await saved();
    await sees(page, /tomorrow, Tue 17 Nov, 07:30/);
    expect(await settings('time')).toMatchObject({ todo_reminder_time: '07:30', proof_submission_deadline_hours: 48 });
  });

  test('names a partner, by the rules of the form', async () => {
    await openScreen(page, '/settings/accountability_partner');
    await sees(page, 'Add WhatsApp for instant, more effective notifications!');
    expect(await button('Send invitation').isDisabled()).toBe(true);
    await page.getByLabel('Name').press('Enter');
    await sees(page, 'Name is required.');
    await sees(page, 'Please provide at least an email or WhatsApp number for notifications.');
    await page.getByLabel('Name').fill('Søren');
    await page.getByLabel('Email Address').fill('soren@fjord');
    await page.getByLabel('WhatsApp Number').focus();
    await sees(page, 'Enter a valid email address.');
    await page.getByLabel('Email Address').fill('soren-of-people@example.org');
    await sees(page, /numbers alone.*they see the title and the proof/);
    const preview = page.getByRole('figure', {
      name: 'This mail goes to soren-of-people@example.org, and nothing else until they accept.',
    });
    const shown = (await preview.getByRole('paragraph').allTextContents()).map((text) => text.trim());
    await button('Send invitation').click();
    await saved();
    const mails = async () => (await page.request.get('/dev/mailbox.json?to=soren-of-people@example.org')).json();
    await expect.poll(async () => (await mails()).length).toBe(1);
    const [{ subject, text }] = await mails();
    expect(shown[0]).toBe(subject);
    for (const said of shown.slice(1, -1)) expect(text).toContain(said);
    expect(await preview.count()).toBe(0);
    expect(await settings('accountability')).toMatchObject({ partner_name: 'Søren', partner_detail: 'counts' });
    await page.getByText('Invited', { exact: true }).first().waitFor();
  });

  test('changes what the partner reads, and two switches while that is being saved', async () => {
    const clicked = Promise.withResolvers<void>();
    await page.route('**/api/partners/*', async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await button('Titles').click();
    await sees(page, /by their titles/);
    for (const name of ['Email Tasks', 'General Tasks']) {
      await page.getByRole('switch', { name }).click();
      await expect.poll(() => page.getByRole('switch', { name }).isChecked()).toBe(true);
    }
    clicked.resolve();
    await expect
      .poll(() => settings('accountability'), { timeout: 15_000 })
      .toMatchObject({ ai_email: true, ai_coding: false, ai_general: true, partner_detail: 'titles', partner_status: 'invited' });
    await page.unroute('**/api/partners/*');
    expect(faults).toEqual([]);
  });

  test('creates a routine from one line, and changes its days', async () => {
    await openScreen(page, '/todo');
    await (await newTask(page)).fill('review PR tomorrow 5pm #work every weekday');
    for (const chip of ['Due: Tue 17 Nov', 'Time: 17:00', 'Tags: work', 'Repeat: Every weekday, Monday to Friday'])
      await page.getByRole('button', { name: chip, exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New task' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'review PR' }).first().waitFor();
    await page.getByRole('navigation', { name: 'Tasks' }).getByRole('link', { name: 'Routines' }).click();
    await sees(page, 'Every weekday, Monday to Friday, 17:00');
    await page.getByRole('link', { name: 'review PR' }).click();
    // On a wide window the list can be used while the panel is open.
    await page.getByRole('heading', { name: 'Routines', level: 1 }).click();
    await button('Friday').click();
    await button('Save').click();
    await sees(page, 'Every Monday, Tuesday, Wednesday and Thursday, 17:00');
  });

  test('adds a vacation of a week, and the occurrences in it are skipped', async () => {
    await openScreen(page, '/settings/time#vacations');
    await page.getByLabel('First day').fill('23 nov');
    await page.getByLabel('Last day').fill('27 nov');
    await button('Add vacation').click();
    await sees(page, 'Mon 23 Nov to Fri 27 Nov, 5 days');
    await openScreen(page, '/todo');
    await page.getByText('vacation', { exact: true }).first().waitFor();
  });

  test('finds a command by the keyboard, and creates a task with it', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search tasks, places and commands').fill('call mum tomorrow');
    await page.getByText('New task ‘call mum tomorrow’').click();
    await sees(page, 'Written down: ‘call mum’');
    await page.getByRole('link', { name: 'call mum' }).waitFor();
  });

  test('exports the data, and deletes the account', async () => {
    await openScreen(page, '/settings/account');
    await button('Export Data').click();
    await page.getByRole('status').getByText(/link/).waitFor();
    const exports = page.getByRole('list', { name: 'Your exports' });
    await exports.getByText(/^Asked for Mon 16 Nov, /).waitFor();
    await exports.getByText(/^Ready\. Its link is in your mail, until /).waitFor();
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.accept();
    });
    await button('Delete Account').click();
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
    expect(faults).toEqual([]);
    expect(asked).toEqual(['Are you sure you want to permanently delete your account? This cannot be undone.']);
    await button('Leave').click();
    await page.waitForURL('/');
    expect((await (await page.request.get('/api/auth/me')).json()).user).toBeNull();
  });
});
