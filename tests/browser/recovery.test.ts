import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, loaded, openScreen, shown, startBrowserServer, type Visit } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

const PASSWORD = 'a rather long password';
const NEW = { email: 'new@example.org', password: PASSWORD };
const EVE = { email: 'eve@example.org', password: PASSWORD };
const ADA = { email: 'ada@example.org', password: PASSWORD };

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly due_date: string | null;
  readonly due_time: string | null;
}

describe('recovery,', () => {
  let server: BrowserServer;
  let user: Visit;
  let page: Page;
  let presses = 0;

  beforeAll(async () => {
    server = await startBrowserServer('recovery', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
  });
  afterAll(() => server?.close());
  afterEach(() => user.context.close());

  const list = async (path: string): Promise<Listed[]> => (await user.context.request.get(path)).json();
  const titles = async (path: string): Promise<string[]> => (await list(path)).map(({ title }) => title).sort();
  const toast = (text: string) => page.locator('[data-toast]').filter({ hasText: text });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  async function press(what: Locator): Promise<void> {
    presses += 1;
    await what.click();
  }
  async function enter(who: typeof ADA, path: string): Promise<void> {
    user = await server.signedIn(who);
    page = user.page;
    presses = 0;
    await page.goto(path);
    await loaded(page);
  }

  test('a new person makes a promise, sets the reminder and the rest days, and leaves the partner for later, once', async () => {
    await signUp(server.url, NEW.email);
    await enter(NEW, '/dashboard');
    await heading('Make your first promise').waitFor();
    expect(await page.getByRole('link', { name: 'New task' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Promise it' }).press('Enter');
    await page.getByText('Title is required.').waitFor();
    await page.getByLabel('What will you do?').fill('Call the bank');
    await page.getByRole('button', { name: /^In ten minutes, 08:1\d$/ }).press('Enter');
    await page.getByLabel('What will you do?').press('Enter');
    await heading('When should a reminder come?').waitFor();
    expect(await list('/api/tasks')).toMatchObject([
      { title: 'Call the bank', due_date: '2026-11-16', due_time: expect.stringMatching(/^08:1\d$/) },
    ]);
    expect(await lookOver(page)).toEqual([]);
    await page.getByLabel('Reminder at').fill('7:30');
    for (const day of ['Sun', 'Sat']) await page.getByRole('button', { name: day, exact: true }).press('Enter');
    await shown(page).getByText('No reminder on Saturday and Sunday.').waitFor();
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await heading('Who should hear of what you miss?').waitFor();
    const settings = await (await user.context.request.get('/api/settings/all')).json();
    expect([settings.time.todo_reminder_time, settings.channels.rest_days]).toEqual(['07:30', ['saturday', 'sunday']]);
    await page.reload();
    await page.getByRole('button', { name: 'Later' }).press('Enter');
    await page.getByRole('listitem').getByRole('link', { name: 'Call the bank' }).waitFor();
    await page.reload();
    await loaded(page);
    expect(await heading('Who should hear of what you miss?').count()).toBe(0);
    expect(user.faults).toEqual([]);
  });

  test('eight misses are cleared in two presses, all of it is undone by one key, and each line has its own answer', async () => {
    const token = await signUp(server.url, ADA.email);
    const post = (path: string, body: object) => call(server.url, 'POST', path, { token, body });
    const names = ['Call the bank', 'Pay the rent', 'Send the report', 'Sweep the yard', 'Water the ferns'];
    for (const [index, title] of names.entries())
      await post('/api/tasks', { title, due_date: `2026-11-${17 + index}`, due_time: index === 0 ? null : '16:00' });
    await post('/api/recurring_tasks', { title: 'Run, 5 km', rrule: 'FREQ=WEEKLY;BYDAY=TU,TH,SU', due_time: '21:00' });
    await server.pass('P7D');

    await enter(ADA, '/dashboard');
    await page.getByRole('region', { name: 'Eight promises were missed last week' }).waitFor();
    await press(page.getByRole('link', { name: 'Start fresh' }));
    await heading('Start fresh').waitFor();
    await shown(page).getByText('8 in 6 lines').waitFor();
    expect(await lookOver(page)).toEqual([]);
    await press(page.getByRole('button', { name: 'The rest again tomorrow' }));
    await heading('That is sorted out').waitFor();
    expect(presses).toBe(2);
    await shown(page).getByText('5 are promised for tomorrow and 1 routine goes on.').waitFor();
    await toast('6 lines done at once').waitFor();
    const promised = (await list('/api/tasks?status=pending')).filter(({ due_date }) => due_date === '2026-11-24');
    expect(promised.map(({ title }) => title).sort()).toEqual([...names, 'Run, 5 km'].sort());
    expect(promised.find(({ title }) => title === 'Call the bank')?.due_time).toBeNull();
    expect(await titles('/api/alerts/active')).toEqual([]);

    await page.keyboard.press('z');
    await toast('Taken back: 6 lines').waitFor();
    await shown(page).getByText('8 in 6 lines').waitFor();
    expect((await titles('/api/tasks?status=pending')).filter((title) => names.includes(title))).toEqual([]);

    // The whole list is decided by the keyboard.
    await page.reload();
    await shown(page).getByText('8 in 6 lines').waitFor();
    for (const key of ['j', 'm', 'w', 'd', 'a']) await page.keyboard.press(key);
    await shown(page).getByText('8 in 6 lines, 4 settled').waitFor();
    for (const words of [
      'Again on Tue 24 Nov, 21:00',
      'Again on Mon 30 Nov, end of day',
      'Dropped, the miss of 18 Nov stays',
      'Dropped, and off the lists',
    ])
      await page.getByText(words, { exact: true }).waitFor();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Promise ‘Sweep the yard’ again' });
    await dialog.getByLabel('Day').fill('fri');
    await page.keyboard.press('Enter');
    await page.getByText('Again on Fri 27 Nov, 16:00', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo: Send the report' }).click();
    await shown(page).getByText('8 in 6 lines, 4 settled').waitFor();
    await expect.poll(() => titles('/api/tasks/archived')).toEqual([]);
    await page.getByRole('button', { name: 'Drop the rest' }).click();
    await heading('That is sorted out').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Decide about 3 earlier misses' }).press('Enter');
    await shown(page).getByText('3 misses').waitFor();
    await page.getByRole('button', { name: 'Drop the rest' }).click();
    await heading('That is sorted out').waitFor();
    await openScreen(page, '/todo?tab=missed');
    expect(await page.getByRole('link', { name: 'Start fresh' }).count()).toBe(0);
    expect((await titles('/api/tasks/missed')).length).toBe(8);
    expect(user.faults).toEqual([]);
  });

  // The clock stands at the morning of 23 November.
  test('a day is closed by the keyboard in the evening, and the screen says what the streak will be', async () => {
    const token = await signUp(server.url, EVE.email);
    for (const [title, due_time] of [
      ['Answer the bank', '17:30'],
      ['Run, 5 km', '22:00'],
      ['Read a chapter', '22:30'],
      ['Tidy the desk', '23:00'],
      ['Write to Priya', null],
    ])
      await call(server.url, 'POST', '/api/tasks', { token, body: { title, due_date: '2026-11-23', due_time } });
    await server.pass('PT11H');
    await enter(EVE, '/dashboard');
    await page.getByRole('link', { name: 'Answer the bank' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Close the day' }).count()).toBe(0);
    await server.pass('PT2H');
    await page.reload();
    await page.getByRole('region', { name: 'Monday 23 Nov: 4 are still open' }).getByRole('link', { name: 'Close the day' }).press('Enter');
    await heading('Close the day').waitFor();
    expect(await page.getByRole('button', { name: 'Close the day' }).isDisabled()).toBe(true);
    for (const key of ['j', 'x', 'm', 's']) await page.keyboard.press(key);
    await page.getByLabel('Why it is skipped').press('Enter');
    await page.getByText('Say why you skip it.').waitFor();
    await page.keyboard.type('Nobody at home');
    await page.keyboard.press('Enter');
    await page.keyboard.press('0');
    await page.getByText(/^Done at 21:0\d$/).waitFor();
    for (const words of ['Moved to tomorrow, 22:30', 'Skipped: Nobody at home', 'Not done. It is missed at its due time'])
      await page.getByText(words, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Admit: Answer the bank' }).press('Enter');
    await page.getByText('Missed 17:30, admitted').waitFor();
    expect(await titles('/api/alerts/active')).toEqual([]);
    expect(await lookOver(page)).toEqual([]);
    await page.keyboard.press('c');
    const closed = page.getByRole('region', { name: 'Monday' });
    await closed.getByText(/^decided 21:0\d$/).waitFor();
    await closed.getByText('Today has a miss. Tomorrow can begin a streak.').waitFor();
    const [moved] = (await list('/api/tasks?status=pending')).filter(({ title }) => title === 'Read a chapter');
    expect(moved).toMatchObject({ due_date: '2026-11-24', due_time: '22:30' });

    // What was not done stays open until midnight, so the day can be looked at again, and only then it is sure.
    await closed.getByRole('button', { name: 'Look at the day again' }).press('Enter');
    await page.getByRole('button', { name: 'Undo: Write to Priya' }).press('Enter');
    await page.keyboard.press('x');
    await shown(page).getByText('All of today is decided.').waitFor();
    await page.keyboard.press('c');
    await closed.getByText(/^closed 21:0\d$/).waitFor();
    await openScreen(page, '/dashboard');
    expect(await page.getByRole('link', { name: 'Close the day' }).count()).toBe(0);
    expect(user.faults).toEqual([]);
  });
});
