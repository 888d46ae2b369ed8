import { type APIRequestContext, type APIResponse, request } from 'playwright-core';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedMongo } from '../servers/shared.ts';
import { answered, loaded, sees, startBrowser, type TestBrowser, todoScreen, type Visit, visit } from '../support/browser.ts';
import { onceIn } from '../support/by-chance.mjs';
import { headerOf, linkIn, type SmtpServer, startSmtp } from '../support/mail-servers.ts';
import { allAnswers, type ServedWay, serveOnServers } from '../support/ways.ts';

const mongo = await sharedMongo();
const ADA = 'ada@example.org';
const SOREN = 'soren@example.org';
const PASSWORD = 'a plain stone bridge';

/** When it was sent: the program's clock goes on while it works. */
const minuteOf = ({ date }: Email): string => new Date(date ?? 0).toISOString().slice(0, 16);
const told = (mail: Email) => [mail.subject, minuteOf(mail)];

/**
 * What is different when several processes serve a browser, and who is sent what. `journey.test.ts` and `reminders.test.ts` test
 * the screens, which do not know how they are served. One story in several tests: each continues where the one before ended.
 */
describe.skipIf(mongo === null)('an owner with a partner and reminders, on two webs and two workers,', () => {
  let smtp: SmtpServer;
  let served: ServedWay;
  let ada: APIRequestContext;
  let partner: APIRequestContext;
  let browser: TestBrowser;
  let first: Visit;

  beforeAll(async () => {
    smtp = await startSmtp();
    served = await serveOnServers({ VOUCH_CLOCK: '2026-11-19T13:12:00Z', SMTP_URL: smtp.url, MAIL_FROM: 'Vouch <vouch@example.org>' });
    // Like browsers they keep cookies, one of which tells every web what has been written.
    ada = await request.newContext({ baseURL: served.url, extraHTTPHeaders: { origin: served.url } });
    partner = await request.newContext();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await ada?.dispose();
    await partner?.dispose();
    await served?.stop();
    await smtp?.close();
  });

  async function done(answer: Promise<APIResponse>, status = 200): Promise<APIResponse> {
    const answered = await answer;
    expect([answered.url(), answered.status()]).toEqual([answered.url(), status]);
    return answered;
  }
  const textOf = async (answer: Promise<APIResponse>) => (await done(answer)).text();
  const clockTo = (to: string) => served.clock({ to });
  const partnerStatus = async () => (await (await done(ada.get('/api/settings/accountability'))).json()).partner_status;
  const signUp = () =>
    done(ada.post('/api/auth/signup', { data: { email: ADA, password: PASSWORD, full_name: 'Ada Ode', timezone: 'Europe/Berlin' } }), 201);

  test('confirms by the mail that came over SMTP', async () => {
    await signUp();
    const mail = await smtp.mail(ADA, 'Confirm your address for Vouch');
    expect(mail).toMatchObject({ from: { address: 'vouch@example.org' }, to: [{ name: 'Ada Ode' }] });
    const token = new URL(linkIn(mail, '/auth/confirm')).searchParams.get('token');
    await done(ada.post('/api/auth/confirm', { data: { token } }));
  });

  test('has a routine on weekdays, keeps today’s, and sets the hours of the reminder, the report and the assessment', async () => {
    const routine = { title: 'Write for an hour', rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', due_time: '18:00' };
    await done(ada.post('/api/recurring_tasks', { data: routine }), 201);
    const tasks = (await (await done(ada.get('/api/tasks'))).json()) as { id: string; due_date: string }[];
    const today = tasks.find(({ due_date }) => due_date === '2026-11-19');
    await done(ada.patch(`/api/tasks/${today?.id}/status`, { data: { status: 'completed' } }));
    const time = {
      todo_reminder_day: 'everyday',
      todo_reminder_time: '07:30',
      proof_submission_deadline_hours: 24,
      weekly_report_day: 'monday',
      weekly_report_time: '08:00',
      weekly_assessment_day: 'sunday',
      weekly_assessment_time: '18:00',
    };
    await done(ada.put('/api/settings/time', { data: time }));
    expect(await (await done(ada.get('/api/settings/time'))).json()).toEqual(time);
  });

  test('sees in every browser what was written in one of them, whichever web answers', async () => {
    const open = async () => visit(browser, served.url, { storageState: await ada.storageState() });
    const second = await open();
    first = await open();
    for (const { page } of [first, second]) {
      await page.goto('/todo');
      await loaded(page);
    }
    const { page } = first;
    const { write, complete, isOpen, isCompleted } = todoScreen(page);
    const status = (act: () => Promise<void>) => answered(page, /\/(status|undo)$/, act);
    const title = 'Answer the reviewers';
    await write(title, { day: 'today' });
    await sees(second.page, title);
    await status(() => complete(title));
    await todoScreen(second.page).isCompleted(title);
    const toast = page.getByRole('listitem').filter({ hasText: `Completed ‘${title}’` });
    await status(() => toast.getByRole('button', { name: 'Undo' }).click());
    await page.reload();
    await isOpen(title);
    await status(() => complete(title));
    await page.reload();
    await isCompleted(title);
    await todoScreen(second.page).isCompleted(title);
    expect([first.faults, second.faults]).toEqual([[], []]);
    await second.context.close();
    // A screen that follows changes would ask while the clock is moved.
    await page.goto('/terms');
  });

  test('names a partner, who accepts on the page behind the mailed link, without an account', async () => {
    await done(ada.post('/api/partners', { data: { name: 'Søren', email: SOREN, detail: 'titles' } }), 201);
    const link = linkIn(await smtp.mail(SOREN, 'Ada Ode asks you to be their accountability partner'), '/partner/');
    for (let time = 0; time < 2; time += 1)
      expect(await textOf(partner.get(link))).toContain('Nothing is sent to you unless you accept here.');
    expect(await partnerStatus()).toBe('invited');
    expect(await textOf(partner.post(`${link}/accept`))).toContain('You have accepted.');
    // The partner's next read may be answered by the other web.
    for (let time = 0; time < 2; time += 1) expect(await textOf(partner.get(link))).toContain('Audit trail of what you see here');
    await expect.poll(partnerStatus).toBe('accepted');
    // A cookie has the position of the last answer, for a minute; no cookie identifies the person.
    expect((await partner.storageState()).cookies.map(({ name }) => name)).toEqual(['vouch_position']);
  });

  test('misses a task on Friday, and the partner is notified when the day has closed', async () => {
    await clockTo('2026-11-20T22:59:30Z');
    expect(smtp.to(SOREN)).toHaveLength(1);
    await clockTo('2026-11-20T23:00:00Z');
    expect((await smtp.mail(SOREN, 'Ada Ode: 1 missed on Friday 20 November 2026')).text).toContain('Write for an hour');
  });

  test('is sent once what falls due until Monday, with links at the public address; the partner is told at the same times', async () => {
    await clockTo('2026-11-23T07:00:00Z');
    const summary = await smtp.mail(SOREN, /how it went$/);
    const report = await smtp.mail(ADA, 'Week 47: 2 of 3 kept');
    expect(smtp.to(ADA).slice(1).map(told)).toEqual([
      ['Nothing is planned for Saturday', '2026-11-21T06:30'],
      ['Nothing is planned for Sunday', '2026-11-22T06:30'],
      ['Your assessment: 2 of 3 kept', '2026-11-22T17:00'],
      ['Week 47: 2 of 3 kept', '2026-11-23T07:00'],
    ]);
    expect(smtp.to(SOREN).slice(2).map(told)).toEqual([
      ['Ada Ode has nothing planned for Saturday 21 November 2026', '2026-11-21T07:00'],
      ['Ada Ode has nothing planned for Sunday 22 November 2026', '2026-11-22T07:00'],
      [summary.subject, '2026-11-23T07:00'],
    ]);
    expect(report.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf']);
    expect(await textOf(partner.get(linkIn(summary, '/partner/')))).toContain('Audit trail of what you see here');
    for (const mail of smtp.to(ADA).slice(1))
      expect(headerOf(mail, 'list-unsubscribe')?.replace(/[0-9a-f]{80}/, '…')).toBe(`<${served.url}/mails/…>`);
    for (const mail of smtp.to(SOREN)) expect(headerOf(mail, 'list-unsubscribe')).toBe(`<${linkIn(mail, '/partner/\\w+/unsubscribe')}>`);
  });

  // All processes start a second time for it. On files `journey.test.ts` does the same in each run.
  test.runIf(onceIn(2))('finds everything again after the read models were deleted and all processes were restarted', async () => {
    const looks = async () => {
      await first.page.goto('/dashboard');
      await first.page.getByRole('region', { name: 'The year' }).getByRole('img').waitFor();
      await loaded(first.page);
      return first.page.getByRole('main').ariaSnapshot();
    };
    const [answers, screen] = [await allAnswers(ada), await looks()];
    await first.page.goto('/terms');
    await served.forgetReadModels();
    expect(await allAnswers(ada)).toEqual(answers);
    expect(await looks()).toBe(screen);
    expect(first.faults).toEqual([]);
    await first.page.close();
  });

  test('exports the data with a link that works once in the session', async () => {
    await done(ada.get('/api/settings/account/export'), 202);
    await served.clock({ advance: 'PT1S' });
    const link = linkIn(await smtp.mail(ADA, 'Your data from Vouch is ready'), '/api/settings/account/export/');
    await done(partner.get(link), 401);
    expect((await (await done(ada.get(link))).body()).subarray(0, 2).toString()).toBe('PK');
    await done(ada.get(link), 404);
  });

  test('deletes the account, with a farewell to both, and the address is free again', async () => {
    await done(ada.delete('/api/settings/account'));
    await served.clock({ advance: 'PT1S' });
    await smtp.mail(ADA, 'Your account at Vouch has been deleted');
    const farewell = await smtp.mail(SOREN, 'You are no longer the partner of somebody who has left');
    expect(`${farewell.subject} ${farewell.text} ${farewell.html}`).not.toMatch(/Ada|Somebody|Write for an hour/);
    const stop = linkIn(farewell, '/partner/\\w+/unsubscribe');
    expect(await textOf(partner.get(stop))).toContain('The account that they were about has been deleted.');
    await done(partner.post(stop, { form: { 'List-Unsubscribe': 'One-Click' } }));
    await signUp();
    await expect.poll(() => smtp.subjects(ADA).at(-1)).toBe('Confirm your address for Vouch');
  });
});
