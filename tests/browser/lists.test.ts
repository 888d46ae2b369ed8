import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answered, loaded, type SharedBrowserServer, sees, todoScreen, type Visit, visitSharedServer } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'lists@example.org', password: 'a rather long password' };
const TODAY = '2026-11-16';

describe('the lists of tasks', () => {
  let server: SharedBrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    token = await signUp(server.url, ADA.email);
    user = await server.signedIn(ADA);
    page = user.page;
  });
  afterAll(() => server?.close());

  const promise = async (title: string, more: object = {}): Promise<string> =>
    (await call(server.url, 'POST', '/api/tasks', { token, body: { title, ...more } })).body.id;
  const read = async (id: string) => (await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body;
  const list = (name: RegExp) => page.getByRole('navigation', { name: 'Tasks' }).getByRole('link', { name });
  const link = (title: string) => todoScreen(page).row(title).getByRole('link', { name: title, exact: true });
  const bar = () => page.getByRole('toolbar', { name: 'Selected tasks' });
  const open = async (path: string): Promise<void> => {
    await page.goto(path);
    await loaded(page);
  };

  test('each has its own address and its count, and the title opens them where the side bar is closed', async () => {
    await promise('Pay the rent', { due_date: TODAY });
    await promise('Call Bo', { due_date: '2026-11-18' });
    await promise('Learn to juggle');
    await open('/todo');
    await expect.poll(() => list(/^Upcoming/).textContent()).toBe('Upcoming3');
    await list(/^Inbox/).click();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await link('Learn to juggle').waitFor();
    expect([await link('Call Bo').count(), await list(/^Inbox/).getAttribute('aria-current')]).toEqual([0, 'page']);
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'Lists, now Inbox' }).click();
    await page.getByRole('menuitem', { name: /^Today/ }).click();
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    await link('Pay the rent').waitFor();
    expect([await link('Learn to juggle').count(), new URL(page.url()).search]).toEqual([0, '?tab=today']);
    await page.keyboard.press('Control+b');
  });

  test('several rows are selected by the keyboard and by Shift with a click, changed by one key, and taken back by one z', async () => {
    const ids: string[] = [];
    for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) ids.push(await promise(title, { due_date: '2026-11-20' }));
    await open('/todo');
    await link('Alpha').focus();
    await page.keyboard.press('Shift+J');
    await bar().getByText('2 selected').waitFor();
    await page.keyboard.press('Shift+J');
    await page.keyboard.press('Shift+K');
    await link('Delta').click({ modifiers: ['Shift'] });
    await bar().getByText('4 selected').waitFor();
    expect(await lookOver(page)).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    await answered(page, /^\/api\/tasks\/bulk$/, () => page.keyboard.press('m'));
    await sees(page, '4 tasks moved to tomorrow');
    expect(await Promise.all(ids.map(async (id) => (await read(id)).due_date))).toEqual(Array(4).fill('2026-11-17'));
    await bar().waitFor({ state: 'detached' });
    await answered(page, /\/undo$/, () => page.keyboard.press('z'));
    expect(await Promise.all(ids.map(async (id) => (await read(id)).due_date))).toEqual(Array(4).fill('2026-11-20'));
  });

  test('what is refused stays selected with its reason, and Escape ends the selection', async () => {
    const dated = await promise('Omega', { due_date: '2026-11-21' });
    const free = await promise('Psi');
    await open('/todo');
    await link('Omega').click({ modifiers: ['Shift'] });
    await link('Psi').click({ modifiers: ['Shift'] });
    await bar().getByRole('button', { name: 'More for the selected tasks' }).click();
    await page.getByRole('menuitem', { name: 'Move by days' }).click();
    await page.getByRole('dialog').getByLabel('Days').fill('2');
    await page.keyboard.press('Enter');
    const refusal = page.getByRole('region', { name: 'Not changed' });
    await refusal.getByText('‘Psi’').waitFor();
    await bar()
      .getByText(/^[0-9]+ selected$/)
      .waitFor();
    expect([(await read(dated)).due_date, (await read(free)).due_date]).toEqual(['2026-11-23', null]);
    expect(await lookOver(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    expect(await refusal.count()).toBe(0);
  });

  test('the filter field suggests terms, says what it cannot read, and saves what it finds as a filter', async () => {
    await promise('Review the budget', { tags: ['review'], due_date: '2026-11-19' });
    await promise('Review the plan', { tags: ['review'] });
    await open('/todo?tab=inbox');
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Filter' });
    await field.pressSequentially('#rev');
    await page.getByRole('option', { name: /^#review/ }).waitFor();
    expect(await lookOver(page)).toEqual([]);
    await page.getByRole('option', { name: /^#review/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
    await link('Review the budget').waitFor();
    await field.pressSequentially('due:soon');
    await page.getByRole('alert').getByText('There is no due:soon.').waitFor();
    expect(await field.inputValue()).toBe('#review due:soon');
    await field.fill('#review due:week');
    await link('Review the plan').waitFor({ state: 'detached' });
    expect(await lookOver(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save this filter' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Name').fill('Reviews this week');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reviews this week', level: 1 }).waitFor();
    await expect.poll(() => list(/^Reviews this week/).textContent()).toBe('Reviews this week1');
    await page.reload();
    await link('Review the budget').waitFor();
    expect(await field.inputValue()).toBe('#review due:week');
    await page.getByRole('button', { name: 'More: Reviews this week' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Upcoming', level: 1 }).waitFor();
    await expect.poll(() => list(/^Reviews this week/).count()).toBe(0);
    await page.keyboard.press('z');
    await page.getByRole('heading', { name: 'Reviews this week', level: 1 }).waitFor();
    await expect
      .poll(async () => (await call(server.url, 'GET', '/api/filters', { token })).body)
      .toMatchObject([{ name: 'Reviews this week', position: 0 }]);
  });

  test('Ctrl+K finds an archived task, and opens it', async () => {
    const id = await promise('Old tax papers');
    await call(server.url, 'POST', `/api/tasks/${id}/archive`, { token });
    await open('/help');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('is:archived tax');
    // What the server finds comes later than the row for a new task, and is selected all the same.
    await page.getByRole('option', { name: /Old tax papers/, selected: true }).waitFor();
    expect(await lookOver(page)).toEqual([]);
    await page.getByRole('option', { name: /Old tax papers/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: 'Old tax papers' }).waitFor();
    await page.getByRole('heading', { name: 'Archived', level: 1 }).waitFor();
  });

  test('the own order is changed by the keyboard and by a drag, kept, and taken back by z', async () => {
    for (const title of ['First', 'Second', 'Third']) await promise(title, { tags: ['order'] });
    await open('/todo?tab=inbox');
    await page.getByRole('button', { name: 'My order' }).click();
    const titles = () => page.locator('[data-part="tasks"] [data-part="title"]').allTextContents();
    const order = async () => (await titles()).filter((title) => ['First', 'Second', 'Third'].includes(title));
    await expect.poll(order).toEqual(['First', 'Second', 'Third']);
    await link('Third').focus();
    await answered(page, /\/place$/, () => page.keyboard.press('Alt+ArrowUp'));
    expect(await order()).toEqual(['First', 'Third', 'Second']);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Third');
    await answered(page, /\/place$/, () => page.keyboard.press('z'));
    expect(await order()).toEqual(['First', 'Second', 'Third']);
    await answered(page, /\/place$/, () => link('First').dragTo(link('Third'), { targetPosition: { x: 5, y: 18 } }));
    expect(await order()).toEqual(['Second', 'Third', 'First']);
    await page.reload();
    await expect.poll(order).toEqual(['Second', 'Third', 'First']);
    await page.getByRole('button', { name: 'By date' }).click();
  });

  /** Of the next two tests. */
  let phone: Visit;
  test('on a phone a long press selects a row, and a press then selects further ones', async () => {
    phone = await server.signedIn(ADA, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const screen = phone.page;
    await screen.goto('/todo');
    await loaded(screen);
    const row = (title: string) => screen.getByRole('link', { name: title, exact: true });
    // A press while the page scrolls would only end the scrolling, so both rows are brought into view before.
    await row('Beta').evaluate((element) =>
      (element as unknown as { scrollIntoView(how: object): void }).scrollIntoView({ block: 'center' }),
    );
    const box = await row('Alpha').boundingBox();
    if (!box) throw new Error('The row is not on the page.');
    const touch = await phone.context.newCDPSession(screen);
    const point = { x: box.x + 20, y: box.y + 10 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    const selected = screen.getByRole('toolbar', { name: 'Selected tasks' });
    await selected.getByText('1 selected').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await row('Beta').tap();
    await selected.getByText('2 selected').waitFor();
    expect(new URL(screen.url()).search).toBe('');
    await selected.getByRole('button', { name: 'Complete' }).tap();
    await sees(screen, '2 tasks completed');
  });

  test('on a phone one menu has the week, what to do first and the order, and a grip moves a row at once', async () => {
    const screen = phone.page;
    await screen.goto('/todo?tab=today');
    await loaded(screen);
    const [title, add] = [
      await screen.getByRole('heading', { name: 'Today', level: 1 }).boundingBox(),
      await screen.getByRole('main').getByRole('link', { name: 'New task' }).first().boundingBox(),
    ];
    expect(add?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    const menu = screen.getByRole('button', { name: 'More for this list' });
    await menu.tap();
    await screen.getByRole('menuitem', { name: 'Prioritise today' }).waitFor();
    expect(await lookOver(screen, 'phone')).toEqual([]);
    await screen.setViewportSize({ width: 390, height: 844 });
    await screen.getByRole('menuitem', { name: 'Week' }).tap();
    await screen.getByRole('heading', { name: 'Week', level: 1 }).waitFor();

    await screen.goto('/todo?tab=inbox');
    await loaded(screen);
    await menu.tap();
    await screen.getByRole('menuitemradio', { name: 'My order' }).tap();
    await screen.getByRole('heading', { name: 'My order' }).waitFor();
    const titles = async () => {
      const all = await screen.locator('[data-part="tasks"] [data-part="title"]').allTextContents();
      return all.filter((one) => ['First', 'Second', 'Third'].includes(one));
    };
    await expect.poll(titles).toEqual(['Second', 'Third', 'First']);
    expect(await lookOver(screen)).toEqual([]);
    await screen.setViewportSize({ width: 390, height: 844 });
    const grip = (name: string) => screen.getByRole('button', { name: `Move: ${name}` });
    const middle = async (name: string) => {
      const box = await grip(name).boundingBox();
      if (!box) throw new Error(`no grip of ${name}`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await grip('Second').scrollIntoViewIfNeeded();
    const finger = await phone.context.newCDPSession(screen);
    const [from, to] = [await middle('First'), await middle('Second')];
    const touch = (type: string, ...touchPoints: object[]) => finger.send('Input.dispatchTouchEvent', { type, touchPoints } as never);
    await touch('touchStart', from);
    await touch('touchMove', { ...from, y: from.y - 20 });
    await touch('touchMove', { ...to, y: to.y - 12 });
    await screen.locator('[data-held]').waitFor();
    await answered(screen, /\/place$/, async () => void (await touch('touchEnd')));
    await sees(screen, 'Moved ‘First’');
    await expect.poll(titles).toEqual(['First', 'Second', 'Third']);
    expect(await screen.getByRole('toolbar', { name: 'Selected tasks' }).count()).toBe(0);

    await grip('First').tap();
    await answered(screen, /\/place$/, () => screen.getByRole('menuitem', { name: 'Move to the end' }).tap());
    await expect.poll(titles).toEqual(['Second', 'Third', 'First']);
    expect(phone.faults).toEqual([]);
    await phone.context.close();
  });
});
