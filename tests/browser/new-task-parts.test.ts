import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BrowserServer, loaded, newTask, startBrowserServer, type Visit } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };
/** A Thursday. In Berlin it is 10:00. */
const TODAY = '2026-11-19';

interface Found {
  readonly id: string;
  readonly title: string;
  readonly parent_id: string | null;
}

describe('a new task with a parent, steps and a time box', () => {
  let server: BrowserServer;
  let token = '';
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await startBrowserServer('new-task-parts', (folder) => startServer(folder, { VOUCH_CLOCK: `${TODAY}T09:00:00Z` }));
    token = await signUp(server.url, ADA.email);
    await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Move to the new staging' } });
  });
  beforeEach(async () => {
    user = await server.signedIn(ADA);
    page = user.page;
    await page.goto('/todo');
    await loaded(page);
  });
  afterEach(() => user.context.close());
  afterAll(() => server?.close());

  const overlay = () => page.getByRole('dialog', { name: 'New task' });
  const tasks = async (): Promise<Found[]> => (await call(server.url, 'GET', '/api/tasks', { token })).body;
  const titled = async (title: string): Promise<Found | undefined> => (await tasks()).find((task) => task.title === title);
  const stepsUnder = async (title: string): Promise<string[]> => {
    const parent = await titled(title);
    return (await tasks()).filter((task) => task.parent_id !== null && task.parent_id === parent?.id).map((task) => task.title);
  };
  const boxes = async (): Promise<string[]> => {
    const { body } = await call(server.url, 'GET', `/api/time-boxes?from=${TODAY}&to=2026-11-26`, { token });
    return (body as { title: string; date: string; time: string; minutes: number }[]).map((box) =>
      Object.values(box).slice(2, 6).join(' '),
    );
  };

  test('is made whole, says so where its fields are closed, and one undo takes all of it back', async () => {
    const line = await newTask(page, true);
    await line.fill('Renew the certificate tomorrow 11:00 ~45m');
    const steps = overlay().getByRole('textbox', { name: 'Add a step' });
    await steps.fill('Ask Lena for access');
    await page.keyboard.press('Enter');
    await steps.pressSequentially('Copy the key');
    await overlay().getByLabel('Box begins').fill('10');
    await page.keyboard.press('Tab');
    await overlay().getByText('10:00–10:45, 45 min').waitFor();
    expect(await overlay().getByLabel('Time box', { exact: true }).inputValue()).toBe('Fri 20 Nov');
    expect(await lookOver(page)).toEqual([]);
    await overlay().getByRole('button', { name: 'Less' }).click();
    await overlay().getByText('Also: 2 steps; a time box on Fri 20 Nov, 10:00–10:45.').waitFor();
    await page.keyboard.press('Escape');
    await overlay().waitFor({ state: 'detached' });
    await newTask(page);
    await overlay().getByText('Also: 2 steps').waitFor();
    await overlay().getByRole('button', { name: 'Add task' }).click();
    await overlay().waitFor({ state: 'detached' });
    const toast = page.locator('[data-toast]').filter({ hasText: 'Added for Fri 20 Nov, 11:00' });
    await toast.waitFor();
    expect(await stepsUnder('Renew the certificate')).toEqual(['Ask Lena for access', 'Copy the key']);
    expect(await boxes()).toEqual(['Renew the certificate 2026-11-20 10:00 45']);
    await toast.getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(async () => (await tasks()).map(({ title }) => title)).toEqual(['Move to the new staging']);
    await expect.poll(boxes).toEqual([]);
    expect(user.faults).toEqual([]);
  });

  test('finds its parent by name, cannot have steps under it, and begins a box that is under way and taken back as well', async () => {
    const line = await newTask(page, true);
    await line.fill('Switch the address');
    const parent = overlay().getByRole('combobox', { name: 'Under' });
    await parent.pressSequentially('stag');
    await overlay().getByRole('option', { name: 'Move to the new staging' }).waitFor();
    expect(await lookOver(page)).toEqual([]);
    await parent.press('Enter');
    expect(await parent.inputValue()).toBe('Move to the new staging');
    await overlay().getByRole('textbox', { name: 'Add a step' }).fill('Not possible');
    await overlay().getByLabel('Box begins').fill('9:55');
    await overlay().getByRole('button', { name: 'Add task' }).click();
    await overlay().getByText('A task under another one has no steps of its own.').waitFor();
    await overlay().getByRole('textbox', { name: 'Step 1' }).fill('');
    await overlay().getByRole('button', { name: 'Add task' }).click();
    await overlay().waitFor({ state: 'detached' });
    expect(await stepsUnder('Move to the new staging')).toEqual(['Switch the address']);
    expect(await boxes()).toEqual([`Switch the address ${TODAY} 09:55 30`]);
    await page.locator('[data-toast]').filter({ hasText: 'Added' }).getByRole('button', { name: /^Undo/ }).click();
    await expect.poll(async () => (await tasks()).map(({ title }) => title)).toEqual(['Move to the new staging']);
    await expect.poll(boxes).toEqual([]);
    expect(user.faults).toEqual([]);
  });

  test('names the parts that were refused, keeps what was typed of them, and makes only these when it is tried again', async () => {
    const line = await newTask(page, true);
    await line.fill('Write the talk');
    const steps = overlay().getByRole('textbox', { name: 'Add a step' });
    for (const step of ['Outline', 'Slides']) {
      await steps.fill(step);
      await page.keyboard.press('Enter');
    }
    await overlay().getByLabel('Box begins').fill('16');
    const refuse = (message: string) => ({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'limit_reached', message }),
    });
    await page.route('**/api/time-boxes', (route) => route.fulfill(refuse('This day has 50 time boxes already.')));
    await page.route('**/api/tasks', (route) =>
      route.request().postData()?.includes('Slides') ? route.fulfill(refuse('You have too many tasks.')) : route.continue(),
    );
    await overlay().getByRole('button', { name: 'Add task' }).click();
    const said = overlay().getByRole('alert');
    await said.getByText('‘Write the talk’ was added, but not all of it.').waitFor();
    expect(await said.textContent()).toContain(
      'Step ‘Slides’: You have too many tasks. Time box Thu 19 Nov, 16:00–16:30: This day has 50 time boxes already.',
    );
    expect(await stepsUnder('Write the talk')).toEqual(['Outline']);
    expect(await lookOver(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await overlay().waitFor({ state: 'detached' });
    await page.unroute('**/api/tasks');
    await page.unroute('**/api/time-boxes');
    await page.reload();
    await loaded(page);
    await page.getByRole('main').getByRole('link', { name: 'New task' }).first().click();
    expect(await overlay().getByRole('textbox', { name: 'Step 1' }).inputValue()).toBe('Slides');
    await overlay().getByLabel('Box begins').fill('17');
    await overlay().getByRole('button', { name: 'Try again' }).click();
    await overlay().waitFor({ state: 'detached' });
    expect(await stepsUnder('Write the talk')).toEqual(['Outline', 'Slides']);
    expect(await boxes()).toEqual([`Write the talk ${TODAY} 17:00 30`]);
    expect((await tasks()).filter(({ title }) => title === 'Write the talk')).toHaveLength(1);
    expect(user.faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  });
});
