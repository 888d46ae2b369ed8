import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, loaded, openScreen, sees, startBrowserServer, type Visit } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };
/** A Thursday. In Berlin it is 10:00. */
const TODAY = '2026-11-19';
const TOMORROW = '2026-11-20';

describe('planning', () => {
  let server: BrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    server = await startBrowserServer('planning', (folder) => startServer(folder, { VOUCH_CLOCK: `${TODAY}T09:00:00Z` }));
    token = await signUp(server.url, ADA.email);
    await call(server.url, 'PUT', '/api/settings/channels', { token, body: { quiet_from: '22:00', quiet_to: '07:00' } });
    await promise('Draft the talk', { due_time: '18:30', estimate_minutes: 60 });
    await promise('Fix the test', { due_time: null, estimate_minutes: 60 });
    await promise('Answer Nordbank', { due_time: '17:30', estimate_minutes: 45 });
  });
  afterAll(() => server?.close());
  afterEach(() => user.context.close());

  async function promise(title: string, more: Record<string, unknown>): Promise<void> {
    const { body } = await call(server.url, 'POST', '/api/tasks', { token, body: { title, due_date: TODAY, ...more } });
    ids[title] = (body as { id: string }).id;
  }
  const plan = (title: string, date: string, time: string, minutes: number) =>
    call(server.url, 'POST', '/api/time-boxes', { token, body: { task_id: ids[title], date, time, minutes } });
  /** The boxes of both days as the server has them: 'Draft the talk 2026-11-19 16:00 60'. */
  async function planned(): Promise<string[]> {
    const { body } = await call(server.url, 'GET', `/api/time-boxes?from=${TODAY}&to=2026-11-26`, { token });
    return (body as { title: string; date: string; time: string; minutes: number }[]).map(
      (box) => `${box.title} ${box.date} ${box.time} ${box.minutes}`,
    );
  }
  const becomes = (...boxes: string[]) => expect.poll(planned).toEqual(boxes);
  const toast = (text: string | RegExp) => page.locator('[data-toast]').filter({ hasText: text }).first().waitFor();

  async function open(path: string, options = {}): Promise<void> {
    user = await server.signedIn(ADA, options);
    page = user.page;
    await page.goto(path);
    await loaded(page);
  }
  const box = (name: string | RegExp) => page.locator('[data-box]').and(page.getByRole('button', { name }));
  const line = (date: string) => page.locator(`[data-line="${date}"]`);

  /** A point of the line of this day, in the middle from left to right. */
  async function at(date: string, time: string): Promise<{ x: number; y: number }> {
    const area = await line(date).boundingBox();
    const [from, to] = await line(date).evaluate((element: HTMLElement) => [Number(element.dataset.from), Number(element.dataset.to)]);
    if (!area || from === undefined || to === undefined) throw new Error(`no line of ${date}`);
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    return { x: area.x + area.width / 2, y: area.y + ((minute - from) / (to - from)) * area.height };
  }
  async function drag(from: Locator | { x: number; y: number }, to: Locator | { x: number; y: number }): Promise<void> {
    const middle = async (thing: typeof from) => {
      if ('x' in thing) return thing;
      const area = await thing.boundingBox();
      if (!area) throw new Error('nothing there');
      return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    };
    const [begin, end] = [await middle(from), await middle(to)];
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await page.mouse.move(begin.x + 10, begin.y + 10);
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
  }

  test('a task is dragged onto a time of the week, and moved, made longer and removed by keys', async () => {
    await open('/todo/plan');
    const task = page.getByRole('link', { name: /Draft the talk/ });
    await drag(task, await at(TODAY, '16:01'));
    await toast('Planned ‘Draft the talk’: 16:00–17:00, 1 h');
    await becomes(`Draft the talk ${TODAY} 16:00 60`);

    await box('Draft the talk 16:00–17:00').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await toast(/16:30–17:45, 1 h 15 min/);
    await becomes(`Draft the talk ${TODAY} 16:30 75`);
    await page.keyboard.press('z');
    await becomes(`Draft the talk ${TODAY} 16:30 60`);
    await page.keyboard.press('Shift+ArrowRight');
    await becomes(`Draft the talk ${TOMORROW} 16:30 60`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-box'))).toMatch(/./);
    await page.keyboard.press('Delete');
    await toast('Removed the time box of ‘Draft the talk’');
    await becomes();
    await page.keyboard.press('z');
    await becomes(`Draft the talk ${TOMORROW} 16:30 60`);
    expect(await lookOver(page, 'desk')).toEqual([]);
    expect(user.faults).toEqual([]);
  });

  test('a box is dragged by its edge and to another day, and a task to another day', async () => {
    await open('/todo/plan');
    const [grip, to] = [await at(TOMORROW, '17:30'), await at(TOMORROW, '18:00')];
    await drag({ ...grip, y: grip.y - 1 }, to);
    await becomes(`Draft the talk ${TOMORROW} 16:30 90`);
    await drag(box(/^Draft the talk/), await at(TODAY, '12:45'));
    await becomes(`Draft the talk ${TODAY} 12:00 90`);
    // Before the box began it would have passed.
    await drag(box(/^Draft the talk/), await at(TODAY, '08:45'));
    await becomes(`Draft the talk ${TODAY} 12:00 90`);

    await drag(page.getByRole('link', { name: /Fix the test/ }), page.locator('[data-drop-day="2026-11-21"]').nth(1));
    await toast(/^Moved to Sat 21 Nov/);
    const task = page.getByRole('link', { name: /Fix the test/ });
    await task.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await toast(/^Moved to tomorrow/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('Fix the test');
    const moved = await call(server.url, 'GET', `/api/tasks/${ids['Fix the test']}`, { token });
    await expect
      .poll(async () => (await call(server.url, 'GET', `/api/tasks/${ids['Fix the test']}`, { token })).body)
      .toMatchObject({ due_date: TOMORROW });
    expect(moved.status).toBe(200);

    await plan('Answer Nordbank', TODAY, '13:00', 45);
    await page.goto('/todo/plan?show=month');
    await loaded(page);
    await drag(page.getByRole('button', { name: /^Answer Nordbank/ }), page.locator('[data-drop-day="2026-11-24"]'));
    await toast('Moved ‘Answer Nordbank’ to Tue 24 Nov, 13:00–13:45');
    await becomes(`Draft the talk ${TODAY} 12:00 90`, 'Answer Nordbank 2026-11-24 13:00 45');
    expect(await lookOver(page)).toEqual([]);
    expect(user.faults).toEqual([]);
  });

  test('the form does the same, says what is refused at its field, and keeps what was typed', async () => {
    await open('/todo/plan?show=day');
    await page.getByRole('button', { name: /free$/ }).click();
    const form = page.getByRole('dialog', { name: 'Plan a time' });
    await form.getByRole('button', { name: 'Plan', exact: true }).click();
    await form.getByText('Choose a task.').waitFor();
    await form.getByLabel('Task').selectOption({ label: 'Answer Nordbank' });
    await form.getByLabel('Time').fill('9');
    await form.getByLabel('Minutes').fill('9 h');
    await form.getByRole('button', { name: 'Plan', exact: true }).click();
    await form.getByText('A length from 5 min to 8 h').waitFor();
    await form.getByLabel('Minutes').fill('45');
    await page.keyboard.press('Enter');
    await form.getByText('This time has passed. Choose a later one.').waitFor();
    expect(await form.getByLabel('Minutes').inputValue()).toBe('45');
    await form.getByLabel('Time').fill('13');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await sees(page, '30 min planned twice');
    await sees(page, '2 h 15 min planned');
    expect(await lookOver(page)).toEqual([]);

    await box('Answer Nordbank 13:00–13:45').press('Enter');
    await page.getByRole('dialog', { name: 'Answer Nordbank' }).getByRole('button', { name: 'Remove' }).click();
    await becomes(`Draft the talk ${TODAY} 12:00 90`, 'Answer Nordbank 2026-11-24 13:00 45');
    expect(user.faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  test('on a phone a box that is held moves to another day', async () => {
    await open('/todo/plan', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const area = await page.getByRole('button', { name: /^Draft the talk/ }).boundingBox();
    const strip = await page.locator('ol [data-drop-day="2026-11-21"]').boundingBox();
    if (!area || !strip) throw new Error('nothing there');
    const finger = await user.context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await touch('touchStart', area.x + 40, area.y + 20);
    await page.locator('[data-drag-chip]:not([hidden])').waitFor();
    await touch('touchMove', strip.x + 20, strip.y + 60);
    await touch('touchMove', strip.x + 22, strip.y + 30);
    await touch('touchEnd');
    await becomes('Draft the talk 2026-11-21 12:00 90', 'Answer Nordbank 2026-11-24 13:00 45');
    expect(await lookOver(page, 'phone')).toEqual([]);
  });

  test('tasks of today are dragged onto the line beside them, and b plans one into the next free time', async () => {
    await open('/todo?tab=today');
    await line(TODAY).waitFor();
    const row = (title: string) => page.getByRole('link', { name: title, exact: true });
    await drag(row('Draft the talk'), await at(TODAY, '14:01'));
    await toast('Planned ‘Draft the talk’: 14:00–15:00, 1 h');
    await row('Answer Nordbank').focus();
    await page.keyboard.press('b');
    await toast('Planned ‘Answer Nordbank’: 10:15–11:00, 45 min');
    await page.keyboard.press('z');
    await toast(/^Taken back|^Removed/);
    await becomes(`Draft the talk ${TODAY} 14:00 60`, 'Draft the talk 2026-11-21 12:00 90', 'Answer Nordbank 2026-11-24 13:00 45');
    await row('Answer Nordbank').focus();
    await page.keyboard.press('b');
    await becomes(
      `Answer Nordbank ${TODAY} 10:15 45`,
      `Draft the talk ${TODAY} 14:00 60`,
      'Draft the talk 2026-11-21 12:00 90',
      'Answer Nordbank 2026-11-24 13:00 45',
    );
    await sees(page, '1 h 45 min planned');
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Day line' }).click();
    await box('Draft the talk 14:00–15:00').waitFor();
    expect(await row('Draft the talk').count()).toBe(0);
    await openScreen(page, '/dashboard');
    await sees(page, '1 h 45 min planned');
    expect(await lookOver(page)).toEqual([]);
    expect(user.faults).toEqual([]);
  });

  test('the list of today shows the next box and the estimate, and a box is changed and planned in its row', async () => {
    await open('/todo?tab=today');
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Draft the talk', exact: true }) });
    await expect.poll(() => row.textContent()).toContain('Time box 14:00–15:00Estimate 1 h');
    await row.hover();
    await row.getByRole('button', { name: 'Time box: 14:00–15:00. Change.' }).click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Remove' }).click();
    await sees(page, '2, one without a box');
    await page.getByRole('heading', { name: 'Today', level: 1 }).hover();
    await row.getByRole('button', { name: /^Plan a time box/ }).waitFor({ state: 'detached' });

    await row.getByRole('link', { name: 'Draft the talk', exact: true }).focus();
    const plan = row.getByRole('button', { name: 'Plan a time box: Draft the talk' });
    await plan.focus();
    await page.keyboard.press('Enter');
    await form.getByLabel('Time').fill('15:30');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await expect.poll(() => row.textContent()).toContain('15:30–16:30');
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => row.textContent()).toContain('Time box 15:30–16:30Estimate 1 h');
    expect(user.faults).toEqual([]);
  });
});
