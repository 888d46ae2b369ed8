import type { Dialog, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  answered,
  comeBack,
  loaded,
  newTask,
  type SharedBrowserServer,
  sees,
  shown,
  signIn,
  todoScreen,
  type Visit,
  visitSharedServer,
} from '../support/browser.ts';
import { call, signUp } from '../support/server-process.ts';
import { keptCount } from './kept-count.ts';

const PASSWORD = 'a rather long password';
const ADA = { email: 'kept-changes@example.org', password: PASSWORD };
const BO = 'kept-changes-bo@example.org';

describe('changes made offline that are kept when the tab is closed:', () => {
  let server: SharedBrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;
  /** What all tabs of the browser have sent that changes something. */
  let sent: string[];

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    token = await signUp(server.url, ADA.email);
    await signUp(server.url, BO);
    user = await server.signedIn(ADA);
    page = user.page;
    user.context.on('request', (request: Request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
  });
  afterAll(() => server?.close());
  beforeEach(() => {
    sent = [];
  });
  // The next test goes on in one tab.
  afterEach(async () => {
    await user.context.setOffline(false);
    await user.context.unrouteAll({ behavior: 'ignoreErrors' });
    const [first] = user.context.pages();
    if (page.isClosed() && first) page = first;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all(user.context.pages().map((tab) => tab !== page && tab.close()));
  });

  const promise = async (title: string): Promise<string> =>
    (await call(server.url, 'POST', '/api/tasks', { token, body: { title, due_date: '2026-11-16' } })).body.id;
  const taskOf = async (id: string) => (await call(server.url, 'GET', `/api/tasks/${id}`, { token })).body;
  const titled = async (title: string): Promise<unknown[]> =>
    (await call(server.url, 'GET', '/api/tasks', { token })).body.filter((task: { title: string }) => task.title === title);

  async function open(path = '/todo', tab = page): Promise<void> {
    await tab.goto(path);
    await loaded(tab);
  }
  /** Closes the tab as a person does. */
  async function closeTab(tab: Page): Promise<void> {
    await tab.close({ runBeforeUnload: true });
    await expect.poll(() => tab.isClosed()).toBe(true);
  }
  /** A closed tab and one that leaves the program end a page in the same way, and a new tab costs a process. So most tests leave it. */
  const leaveProgram = (tab: Page) => tab.goto('about:blank');
  /** Ends the page once the browser has stored this many changes. The browser does not ask. */
  async function leave(count: number, end: (tab: Page) => Promise<unknown> = leaveProgram): Promise<void> {
    const tab = page;
    await expect.poll(() => keptCount(tab)).toBe(count);
    let isAsked = false;
    const answer = (dialog: Dialog) => {
      isAsked = true;
      void dialog.accept();
    };
    tab.on('dialog', answer);
    // The page ends a moment later, and could then still send the changes that it kept offline.
    await tab.evaluate(() => {
      window.fetch = () => new Promise<never>(() => undefined);
    });
    await end(tab);
    tab.off('dialog', answer);
    expect(isAsked).toBe(false);
  }
  /** Opens the program again, with a connection. */
  async function comeBackLater(path = '/todo'): Promise<void> {
    await user.context.setOffline(false);
    if (page.isClosed()) page = await user.context.newPage();
    await open(path);
  }

  test('a completion, its undo and the completion of another task are sent in their order, each once', async () => {
    const [one, two] = [await promise('One'), await promise('Two')];
    await open();
    await user.context.setOffline(true);
    await todoScreen(page).complete('One');
    await page.getByText('Completed ‘One’').waitFor();
    await page.keyboard.press('z');
    await page.getByText('Taken back: ‘One’').waitFor();
    await todoScreen(page).complete('Two');
    await leave(3, closeTab);
    expect(sent).toEqual([]);
    await comeBackLater();
    await expect.poll(async () => (await taskOf(two)).status).toBe('completed');
    await todoScreen(page).isCompleted('Two');
    await todoScreen(page).isOpen('One');
    await expect.poll(() => keptCount(page)).toBe(0);
    expect(sent.filter((path) => path.includes(one))).toEqual([`PATCH /api/tasks/${one}/status`, `POST /api/tasks/${one}/undo`]);
    expect(sent.filter((path) => path.includes(two))).toEqual([`PATCH /api/tasks/${two}/status`]);
  });

  test('a new task is created once, although two tabs are opened', async () => {
    await open();
    const line = await newTask(page);
    await user.context.setOffline(true);
    await line.fill('Buy rye flour');
    await page.keyboard.press('Enter');
    await sees(page, 'Offline. It waits here, and is sent later.');
    await leave(1);
    await user.context.setOffline(false);
    const tabs = [page, await user.context.newPage()];
    await Promise.all(tabs.map((tab) => open('/todo', tab)));
    await expect.poll(() => titled('Buy rye flour')).toHaveLength(1);
    await todoScreen(page).row('Buy rye flour').waitFor();
    await expect.poll(() => keptCount(page)).toBe(0);
    expect(sent).toEqual(['POST /api/tasks']);
  });

  test('an open tab shows what another tab sends', async () => {
    const first = page;
    // This tab has read its tasks, and cannot take over what another one has left.
    await first.addInitScript(() => {
      navigator.locks.request = () => new Promise<never>(() => undefined);
    });
    await open('/todo', first);
    page = await user.context.newPage();
    await open();
    const line = await newTask(page);
    await user.context.setOffline(true);
    await line.fill('Buy oat flour');
    await page.keyboard.press('Enter');
    await sees(page, 'Offline. It waits here, and is sent later.');
    await leave(1);
    await comeBackLater('/profile');
    await todoScreen(first).row('Buy oat flour').waitFor();
    expect(sent).toEqual(['POST /api/tasks']);
  });

  test('a tab does not send what another tab still sends, but takes it over when that tab is closed', async () => {
    const id = await promise('Shared');
    await open();
    // The completion gets no answer, so that its undo waits behind it in this tab.
    await page.route('**/status', async (route) => void (await route.fetch()));
    await todoScreen(page).complete('Shared');
    await page.keyboard.press('z');
    await page.getByText('Taken back: ‘Shared’').waitFor();
    await expect.poll(async () => (await taskOf(id)).status).toBe('completed');
    await expect.poll(() => keptCount(page)).toBe(2);
    const other = await user.context.newPage();
    await open('/todo', other);
    await comeBack(other);
    await todoScreen(other).isCompleted('Shared');
    expect(sent).toEqual([`PATCH /api/tasks/${id}/status`]);
    await leave(2, closeTab);
    await todoScreen(other).isOpen('Shared');
    expect((await taskOf(id)).status).toBe('pending');
    expect(sent).toEqual([`PATCH /api/tasks/${id}/status`, `POST /api/tasks/${id}/undo`]);
  });

  test('a later decision in another browser stays, and a message about it is shown until it was read', async () => {
    const id = await promise('Contested');
    await open();
    await user.context.setOffline(true);
    await todoScreen(page).complete('Contested');
    await leave(1);
    await call(server.url, 'PATCH', `/api/tasks/${id}/status`, { token, body: { completed: false, status: 'skipped', reason: 'Rain' } });
    await comeBackLater('/dashboard');
    const note = page.getByRole('region', { name: 'Not done' });
    await note.getByText('Not done: Complete ‘Contested’.').waitFor();
    await note.getByText('The task was changed elsewhere in the meantime. It was open, and is skipped (‘Rain’) now.').waitFor();
    expect((await taskOf(id)).status).toBe('skipped');
    await open('/help');
    await note.getByRole('button', { name: 'Do it anyway' }).waitFor();
    await note.getByRole('button', { name: 'Keep what is there' }).click();
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => keptCount(page)).toBe(0);
  });

  test('a later decision elsewhere is also asked about on the page that stays open, and can be overruled', async () => {
    const id = await promise('Disputed');
    await open();
    await user.context.setOffline(true);
    await todoScreen(page).complete('Disputed');
    await expect.poll(() => keptCount(page)).toBe(1);
    await call(server.url, 'PATCH', `/api/tasks/${id}/status`, { token, body: { completed: false, status: 'in_progress' } });
    await user.context.setOffline(false);
    const note = page.getByRole('region', { name: 'Not done' });
    await note.getByText('It was open, and is started now.').waitFor();
    expect([(await taskOf(id)).status, sent]).toEqual(['in_progress', []]);
    await todoScreen(page).isOpen('Disputed');
    await note.getByRole('button', { name: 'Do it anyway' }).click();
    await todoScreen(page).isCompleted('Disputed');
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => keptCount(page)).toBe(0);
    expect((await taskOf(id)).status).toBe('completed');
  });

  test('a new task that the server refuses keeps its text and can be tried again', async () => {
    await open();
    const line = await newTask(page);
    await user.context.setOffline(true);
    await line.fill('One too many');
    await page.keyboard.press('Enter');
    await leave(1);
    const refuse = { status: 409, contentType: 'application/problem+json', json: { code: 'limit_reached', message: 'You have enough.' } };
    await user.context.route('**/api/tasks', (route) => (route.request().method() === 'POST' ? route.fulfill(refuse) : route.fallback()));
    await comeBackLater();
    const note = page.getByRole('region', { name: 'Not done' });
    await note.getByText('Not done: Write down ‘One too many’.').waitFor();
    await note.getByText(/You have enough\./).waitFor();
    await page.reload();
    await loaded(page);
    await user.context.unroute('**/api/tasks');
    await note.getByRole('button', { name: 'Try again' }).click();
    await todoScreen(page).row('One too many').waitFor();
    expect(await titled('One too many')).toHaveLength(1);
  });

  test('a change whose answer was lost is not carried out again', async () => {
    await open();
    await page.route('**/api/tasks', async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      else await route.fallback();
    });
    await (await newTask(page)).fill('Only once');
    await page.keyboard.press('Enter');
    await expect.poll(() => titled('Only once')).toHaveLength(1);
    await leave(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const again = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await open();
    expect((await again).status()).toBe(201);
    await expect.poll(() => keptCount(page)).toBe(0);
    expect(await titled('Only once')).toHaveLength(1);
  });

  test('a change that cannot be sent yet is named, and is sent as soon as the server answers', async () => {
    const id = await promise('Patient');
    await open();
    await user.context.setOffline(true);
    await todoScreen(page).complete('Patient');
    await leave(1);
    await user.context.route(`**/api/tasks/${id}`, (route) => route.fulfill({ status: 503 }));
    await comeBackLater(`/todo?task=${id}`);
    await sees(page, 'Waits to be sent: Complete ‘Patient’');
    await todoScreen(page).row('Patient').getByText('waits for the connection').waitFor();
    await page.getByRole('article', { name: 'Patient' }).getByText('Waiting for the connection').waitFor();
    await user.context.unroute(`**/api/tasks/${id}`);
    await page.getByText('Waiting for the connection').waitFor({ state: 'detached' });
    expect((await taskOf(id)).status).toBe('completed');
    const line = shown(page).getByText(/^Waits to be sent/);
    await line.waitFor({ state: 'detached' });
  });

  test('signing out deletes kept changes, and so does the sign-in of another account', async () => {
    const id = await promise('Private');
    await open();
    await user.context.setOffline(true);
    await todoScreen(page).complete('Private');
    await leave(1);
    await user.context.setOffline(false);
    await signIn(user.context, BO, PASSWORD);
    await open('/help');
    await expect.poll(() => keptCount(page)).toBe(0);
    expect((await taskOf(id)).status).toBe('pending');

    await signIn(user.context, ADA.email, PASSWORD);
    await open();
    await page.route('**/status', () => undefined);
    await todoScreen(page).complete('Private');
    await expect.poll(() => keptCount(page)).toBe(1);
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const question = page.getByRole('dialog', { name: '1 change is not sent yet. Sign out and lose it?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await keptCount(page)).toBe(1);
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await answered(page, /\/signout$/, () => question.getByRole('button', { name: 'Sign out anyway' }).click());
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => keptCount(page)).toBe(0);
  });
});
