import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atRest, type BrowserServer, loaded, openScreen, sees, signIn, startBrowserServer, type Visit } from '../support/browser.ts';
import { lookOver, shiftOf } from '../support/look.ts';
import { signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };

describe('what to do next, and what is put off', () => {
  let server: BrowserServer;
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    // A Friday.
    server = await startBrowserServer('next', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-20T07:00:00Z' }));
    await signUp(server.url, ADA.email);
    user = await server.signedIn(ADA);
    page = user.page;
  });
  afterAll(() => server?.close());

  const { post, put } = {
    post: async (path: string, data: object) => (await user.context.request.post(path, { data })).json(),
    put: (path: string, data: object) => user.context.request.put(path, { data }),
  };
  const promise = (title: string, more: object): Promise<{ id: string }> => post('/api/tasks', { title, ...more });
  const taskNow = async (id: string) => (await user.context.request.get(`/api/tasks/${id}`)).json();
  const next = () => page.getByRole('region', { name: /^(Call|Write)/ });

  test('the dashboard begins with it, says why, and acts on it', async () => {
    const call = await promise('Call the bank', { due_date: '2026-11-20', due_time: '10:00' });
    await promise('Write the letter', { due_date: '2026-11-20', priority: 'high' });
    await page.goto('/dashboard');
    await loaded(page);
    await next().getByRole('heading', { name: 'Call the bank' }).waitFor();
    await sees(page, 'It is due today at 10:00.');
    await next().getByRole('list', { name: 'After it' }).getByText('due today').waitFor();
    await page.getByRole('button', { name: 'Why this one' }).click();
    await sees(page, 'a time box covers this minute');
    await page.keyboard.press('Escape');
    expect(await lookOver(page)).toEqual([]);

    await next().getByRole('button', { name: 'Focus', exact: true }).focus();
    await page.keyboard.press('Enter');
    await next().getByRole('button', { name: 'Show the timer' }).waitFor();
    await sees(page, 'Your focus session is on this task.');
    await next().getByRole('button', { name: 'Done' }).click();
    await next().getByRole('heading', { name: 'Write the letter' }).waitFor();
    expect(await taskNow(call.id)).toMatchObject({ status: 'completed' });
    await next().getByRole('button', { name: 'Tomorrow' }).click();
    await sees(page, 'Moved to tomorrow');
  });

  test('the dashboard says what it could not read, and reads it again only when the person asks', async () => {
    let asked = 0;
    const refuse = (route: Route) => {
      asked += 1;
      return route.fulfill({ status: 422, contentType: 'application/problem+json', json: { code: 'conflict', detail: 'Not now.' } });
    };
    await page.route('**/api/next', refuse);
    await page.goto('/dashboard');
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    const before = asked;
    await page.unroute('**/api/next');
    await retry.click();
    await next().getByRole('heading', { name: 'Write the letter' }).waitFor();
    // One read of the dashboard, and one of the part that shows what failed.
    expect(before).toBeLessThanOrEqual(2);
    // The browser itself writes each refusal on its console.
    expect(user.faults.splice(0).filter((fault) => !/ 422 .*\/api\/next\)$/.test(fault))).toEqual([]);
  });

  test('on a phone nothing moves while it loads, and no script is refused', async () => {
    const phone = await server.signedIn(ADA, { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });
    await phone.context.addInitScript({
      content: `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error(violatedDirective, blockedURI));`,
    });
    // First, because the browser has no font yet.
    await phone.page.goto('/');
    await sees(phone.page, 'Start Free Trial');
    expect(await shiftOf(phone.page)).toBeLessThanOrEqual(0.02);
    await phone.page.goto('/dashboard');
    await loaded(phone.page);
    expect(await shiftOf(phone.page)).toBeLessThanOrEqual(0.02);
    // Its form checks what is typed by schemas.
    await phone.page.getByRole('link', { name: 'New task' }).click();
    await phone.page.getByRole('dialog', { name: 'New task' }).waitFor();
    expect(phone.faults).toEqual([]);
    await phone.context.close();
  });

  test('the report about putting off moves the tasks of a day at once, with one undo', async () => {
    // Ten Fridays ahead: what was due on them was moved, and what was due on Tuesdays was not.
    for (let week = 0; week < 10; week += 1) {
      const day = (offset: number) => new Date(Date.UTC(2026, 10, 20 + week * 7 + offset)).toISOString().slice(0, 10);
      const { id } = await promise(`Friday ${week}`, { due_date: day(0) });
      if (week > 0) await put(`/api/tasks/${id}`, { due_date: day(1) });
      for (const number of [1, 2]) await promise(`Tuesday ${week} ${number}`, { due_date: day(4) });
    }
    const shelf = await promise('Sort the shelf', { due_date: '2027-01-22', due_time: '17:00' });
    const data = { title: 'Stand-up notes', rrule: 'FREQ=WEEKLY;BYDAY=FR', start_date: '2027-01-22' };
    await post('/api/recurring_tasks', data);
    await openScreen(page, '/report?tab=procrastination&from=2026-11-01');
    await sees(page, 'Nothing is said yet');
    await sees(page, 'A finding rests on at least ten tasks');
    expect(await lookOver(page)).toEqual([]);

    const address = page.url();
    await atRest(page);
    await server.pass('P63D');
    // The session has ended meanwhile.
    await signIn(user.context, ADA.email, ADA.password);
    await page.goto(address);
    await loaded(page);
    await page.getByText('What is due on a Friday is moved most often').waitFor();
    await sees(page, /^Rests on \d+ tasks due on that weekday\.$/);
    expect(await lookOver(page)).toEqual([]);
    await page.getByRole('button', { name: 'Move 1 of Friday to Tuesday' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move to Tuesday 26 January 2027' });
    await dialog.getByText('a routine, stays on its day').waitFor();
    await dialog.getByRole('button', { name: 'Move 1' }).press('Enter');
    await sees(page, 'Moved 1 task to Tue 26 Jan');
    expect(await taskNow(shelf.id)).toMatchObject({ due_date: '2027-01-26', due_time: '17:00' });
    await page.keyboard.press('z');
    await sees(page, 'Taken back');
    expect(await taskNow(shelf.id)).toMatchObject({ due_date: '2027-01-22' });
    expect(user.faults).toEqual([]);
  });

  test('what was moved before and is still open is decided at once, with one undo', async () => {
    // It is Friday 22 January 2027. Ten tasks are moved and then missed, and of eleven others one.
    for (let number = 0; number < 10; number += 1) {
      const { id } = await promise(`Moved ${number}`, { due_date: '2027-01-23' });
      await put(`/api/tasks/${id}`, { due_date: '2027-01-24' });
      const kept = await promise(`Kept ${number}`, { due_date: '2027-01-24' });
      await user.context.request.patch(`/api/tasks/${kept.id}/status`, { data: { status: 'completed' } });
    }
    await promise('Forgotten', { due_date: '2027-01-24' });
    const [cellar, attic] = [
      await promise('Clean the cellar', { due_date: '2027-02-10' }),
      await promise('Clean the attic', { due_date: '2027-02-10' }),
    ];
    for (const { id } of [cellar, attic]) await put(`/api/tasks/${id}`, { due_date: '2027-02-20' });
    await atRest(page);
    await server.pass('P3D');
    await page.goto('/report?tab=procrastination&from=2027-01-23');
    await loaded(page);
    await sees(page, /^You missed \d+ of \d+ tasks that you had moved/);
    await page.getByRole('button', { name: /^Decide about \d+ moved tasks$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Decide now' });
    for (const box of await dialog.getByRole('checkbox').all()) if ((await box.getAttribute('aria-checked')) === 'true') await box.click();
    await dialog.getByRole('button', { name: 'Choose another day' }).waitFor();
    await dialog.getByRole('checkbox', { name: 'Clean the cellar' }).click();
    expect(await lookOver(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make 1 due today' }).press('Enter');
    await sees(page, '1 task is due today');
    expect([await taskNow(cellar.id), await taskNow(attic.id)]).toMatchObject([{ due_date: '2027-01-25' }, { due_date: '2027-02-20' }]);
    await page.keyboard.press('z');
    await sees(page, 'Taken back: 1 task is due today');
    expect(await taskNow(cellar.id)).toMatchObject({ due_date: '2027-02-20' });
    expect(user.faults).toEqual([]);
  });
});
