import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atRest, openScreen, sees, startBrowser, type TestBrowser, type Visit, visit } from '../support/browser.ts';
import { headerOf, linkIn, type SmtpServer, startSmtp } from '../support/mail-servers.ts';
import { type ServedWay, serveOnFiles } from '../support/ways.ts';

const ADA = 'ada@example.org';
const SOREN = 'soren@example.org';
/** Each screen of the settings that is loaded and saved: its call, what it says when that fails, and its button. */
const SCREENS = [
  ['notifications', 'notifications', 'Failed to load notification settings.', 'Save Changes'],
  ['time', 'time', 'Failed to load time settings.', 'Save Changes'],
  ['accountability_partner', 'accountability', 'Failed to load accountability settings.', 'Save'],
] as const;

/** When it was sent: the program's clock goes on while it works. */
const minuteOf = ({ date }: Email): string => new Date(date ?? 0).toISOString().slice(0, 16);

/**
 * One story in several tests, with mails over SMTP. Each test continues where the one before ended. On several
 * servers the same is told by calls (`cluster.test.ts`).
 */
describe('an owner with a partner and reminders, from a Thursday afternoon in Berlin,', () => {
  let smtp: SmtpServer;
  let served: ServedWay;
  let browser: TestBrowser;
  let ada: Visit;
  let page: Page;
  let partner: Visit;

  beforeAll(async () => {
    smtp = await startSmtp();
    served = await serveOnFiles({ VOUCH_CLOCK: '2026-11-19T13:12:00Z', SMTP_URL: smtp.url, MAIL_FROM: 'Vouch <vouch@example.org>' });
    browser = await startBrowser();
    ada = await visit(browser, served.url);
    page = ada.page;
    partner = await visit(browser, served.url);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await smtp?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const clockTo = (to: string) => served.clock({ to });
  const settings = async (key: string) => (await page.request.get(`/api/settings/${key}`)).json();
  async function signUp(): Promise<void> {
    const data = { email: ADA, password: 'a plain stone bridge', full_name: 'Ada Ode', timezone: 'Europe/Berlin' };
    expect((await page.request.post('/api/auth/signup', { data })).status()).toBe(201);
  }

  test('signs up, and confirms by the mail that came over SMTP', async () => {
    await signUp();
    const mail = await smtp.mail(ADA, 'Confirm your address for Vouch');
    expect(mail).toMatchObject({ from: { address: 'vouch@example.org' }, to: [{ name: 'Ada Ode' }] });
    expect(mail.html).toContain(linkIn(mail, '/auth/confirm'));
    await page.goto(linkIn(mail, '/auth/confirm'));
    await button('Confirm').click();
    await button('Skip introduction').click();
    await page.waitForURL('/dashboard');
  });

  test('sets up a routine on weekdays in the editor, and keeps today’s', async () => {
    await openScreen(page, '/todo');
    await page.getByRole('navigation', { name: 'Tasks' }).getByRole('link', { name: 'Routines' }).click();
    await sees(page, 'Nothing repeats yet');
    await button('New routine').click();
    const form = page.getByRole('form', { name: 'New routine' });
    await form.getByLabel('Title').fill('Write for an hour');
    await form.getByLabel('Time', { exact: true }).fill('6pm');
    await form.getByText('Next: Thu 19 Nov, Fri 20 Nov, Mon 23 Nov, Tue 24 Nov, Wed 25 Nov').waitFor();
    await form.getByRole('button', { name: 'Add routine' }).click();
    await sees(page, 'Every weekday, Monday to Friday, 18:00');
    await openScreen(page, '/todo');
    await page.getByRole('button', { name: 'Complete: Write for an hour' }).first().click();
    await sees(page, 'Completed ‘Write for an hour’');
  });

  test('sets the hours of the reminder, the report and the assessment', async () => {
    await openScreen(page, '/settings/time');
    const times = page.getByLabel('Time', { exact: true });
    for (const [index, typed] of ['7:30', '8am', '18'].entries()) await times.nth(index).fill(typed);
    await page.getByLabel('Day', { exact: true }).nth(2).selectOption('Sunday');
    await button('Save Changes').click();
    await sees(page, 'Changes saved successfully!');
    expect(await settings('time')).toEqual({
      todo_reminder_day: 'everyday',
      todo_reminder_time: '07:30',
      proof_submission_deadline_hours: 24,
      weekly_report_day: 'monday',
      weekly_report_time: '08:00',
      weekly_assessment_day: 'sunday',
      weekly_assessment_time: '18:00',
    });
  });

  test('names a partner, who accepts on the page behind the mailed link, without an account', async () => {
    await openScreen(page, '/settings/accountability_partner');
    await page.getByLabel('Name').fill('Søren');
    await page.getByLabel('Email Address').fill(SOREN);
    await button('Titles').click();
    await button('Send invitation').click();
    await sees(page, 'Changes saved successfully!');
    const link = linkIn(await smtp.mail(SOREN, 'Ada Ode asks you to be their accountability partner'), '/partner/');
    for (let time = 0; time < 2; time += 1) {
      await partner.page.goto(link);
      await sees(partner.page, 'Nothing is sent to you unless you accept here.');
    }
    expect((await settings('accountability')).partner_status).toBe('invited');
    await partner.page.getByRole('button', { name: 'Accept' }).click();
    await sees(partner.page, 'You have accepted.');
    expect((await settings('accountability')).partner_status).toBe('accepted');
    // No cookie identifies the person.
    expect(await partner.context.cookies()).toEqual([]);
    // Coming back to the tab is enough.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.getByText('Accepted', { exact: true }).first().waitFor();
  });

  test('misses a task on Friday, and the partner is notified when the day has closed', async () => {
    await atRest(page);
    await clockTo('2026-11-20T22:59:30Z');
    expect(smtp.to(SOREN)).toHaveLength(1);
    await clockTo('2026-11-20T23:00:00Z');
    expect((await smtp.mail(SOREN, 'Ada Ode: 1 missed on Friday 20 November 2026')).text).toContain('Write for an hour');
  });

  test('is reminded of an empty Saturday at the chosen time, and the partner is notified 30 minutes later', async () => {
    await clockTo('2026-11-21T06:29:30Z');
    expect(smtp.to(ADA)).toHaveLength(1);
    await clockTo('2026-11-21T06:30:00Z');
    const reminder = await smtp.mail(ADA, 'Nothing is planned for Saturday');
    expect(reminder.text).toContain('Søren is told at 08:00 (Europe/Berlin)');
    expect(minuteOf(reminder)).toBe('2026-11-21T06:30');
    await clockTo('2026-11-21T06:59:30Z');
    expect(smtp.to(SOREN)).toHaveLength(2);
    await clockTo('2026-11-21T07:00:00Z');
    await smtp.mail(SOREN, 'Ada Ode has nothing planned for Saturday 21 November 2026');
  });

  test('gets the assessment, then the report with its PDF, and the partner the summary at the same time', async () => {
    await clockTo('2026-11-22T17:00:00Z');
    expect((await smtp.mail(ADA, 'Your assessment: 1 of 2 kept')).text).toContain('One suggestion');
    await clockTo('2026-11-23T07:00:00Z');
    const report = await smtp.mail(ADA, 'Week 47: 1 of 2 kept');
    expect(report.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf']);
    const pdf = Buffer.from(report.attachments[0]?.content as ArrayBuffer);
    expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
    const summary = await smtp.mail(SOREN, /how it went$/);
    expect([minuteOf(report), minuteOf(summary)]).toEqual(['2026-11-23T07:00', '2026-11-23T07:00']);
    await partner.page.goto(linkIn(summary, '/partner/'));
    await sees(partner.page, 'Audit trail of what you see here');
  });

  test('has received these mails and no others, each with a link to turn it off', async () => {
    expect(smtp.subjects(ADA).slice(1)).toEqual([
      'Nothing is planned for Saturday',
      'Nothing is planned for Sunday',
      'Your assessment: 1 of 2 kept',
      'Week 47: 1 of 2 kept',
    ]);
    expect(smtp.subjects(SOREN)).toHaveLength(5);
    for (const mail of smtp.to(ADA).slice(1)) {
      expect(headerOf(mail, 'list-unsubscribe')?.replace(/[0-9a-f]{80}/, '…')).toBe(`<${served.url}/mails/…>`);
      expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    }
    for (const mail of smtp.to(SOREN)) {
      expect(headerOf(mail, 'list-unsubscribe')).toBe(`<${linkIn(mail, '/partner/\\w+/unsubscribe')}>`);
      expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    }
    expect([ada.faults, partner.faults]).toEqual([[], []]);
  });

  test.each(SCREENS)('loads the screen %s again by Retry, and reads how saving went', async (screen, key, failed, save) => {
    const address = `**/api/settings/${key}`;
    // A change that the live connection tells of would read the settings again before 'Retry' is pressed.
    await page.route('**/api/live', (route) => route.fulfill({ status: 429, json: { code: 'limit_reached' } }));
    await page.route(address, (route) => route.fulfill({ status: 400, json: { code: 'invalid' } }));
    await page.goto(`/settings/${screen}`);
    await sees(page, failed);
    await page.unroute(address);
    await button('Retry').click();
    await button(save).waitFor();
    if (key === 'notifications') await page.getByRole('switch', { name: 'System Updates' }).click();
    if (key === 'time') await page.getByLabel('Hours').fill('48');
    if (key === 'accountability') await page.getByLabel('Name').fill('Søren Ødegård');
    await page.route(address, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await button(save).click();
    await sees(page, 'Failed to save changes.');
    await page.unroute(address);
    const held = Promise.withResolvers<void>();
    await page.route(address, (route) => held.promise.then(() => route.continue()));
    await button(save).click();
    await button('Saving...').waitFor();
    held.resolve();
    await sees(page, 'Changes saved successfully!');
    await page.unrouteAll();
  });

  test('saves the profile, and sees the state of every group on the settings page', async () => {
    await openScreen(page, '/profile');
    await page.getByLabel('Full name').fill('Ada Augusta Ode');
    await button('Save Changes').click();
    await sees(page, 'Profile saved');
    await openScreen(page, '/settings');
    for (const words of ['3 of 4 on', '07:30 daily, proof within 48', 'Søren Ødegård, accepted', /Joined .*19 Nov/])
      await sees(page, words);
  });

  test('exports the data with a link that works once in the session', async () => {
    await openScreen(page, '/settings/account');
    await button('Export Data').click();
    await served.clock({ advance: 'PT1S' });
    const link = linkIn(await smtp.mail(ADA, 'Your data from Vouch is ready'), '/api/settings/account/export/');
    expect((await partner.context.request.get(link)).status()).toBe(401);
    const bundle = await page.request.get(link);
    expect([bundle.status(), (await bundle.body()).subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect((await page.request.get(link)).status()).toBe(404);
  });

  test('deletes the account, with a farewell to both, and the address is free again', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await button('Delete Account').click();
    await sees(page, 'Your account has been deleted. You will be logged out.');
    await button('Leave').click();
    await served.clock({ advance: 'PT1S' });
    await smtp.mail(ADA, 'Your account at Vouch has been deleted');
    const farewell = await smtp.mail(SOREN, 'You are no longer the partner of somebody who has left');
    expect(`${farewell.subject} ${farewell.text} ${farewell.html}`).not.toMatch(/Ada|Somebody|Write for an hour/);
    const stop = linkIn(farewell, '/partner/\\w+/unsubscribe');
    await partner.page.goto(stop);
    await sees(partner.page, 'The account that they were about has been deleted.');
    expect((await partner.context.request.post(stop, { form: { 'List-Unsubscribe': 'One-Click' } })).status()).toBe(200);
    await signUp();
    await expect.poll(() => smtp.subjects(ADA).at(-1)).toBe('Confirm your address for Vouch');
  });
});
