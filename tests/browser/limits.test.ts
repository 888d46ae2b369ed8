import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tooManyTasks } from '../../src/domain/task/rules.ts';
import { answered, newTask, openScreen, type SharedBrowserServer, sees, visitSharedServer } from '../support/browser.ts';
import { signUp } from '../support/server-process.ts';

const ADA = { email: 'limits@example.org', password: 'a rather long password' };

describe('an account that has reached its limit', () => {
  let server: SharedBrowserServer;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    await signUp(server.url, ADA.email);
    ({ context, page } = await server.signedIn(ADA));
  });
  afterAll(() => server?.close());

  test('of vacations reads so beside the form, and can cancel one', async () => {
    const day = (index: number) => `2027-0${1 + Math.floor(index / 25)}-${String((index % 25) + 1).padStart(2, '0')}`;
    for (let index = 0; index < 50; index += 1)
      expect((await context.request.post('/api/vacations', { data: { from: day(index), to: day(index) } })).status()).toBe(201);
    await page.goto('/settings/time#vacations');
    await page.getByLabel('First day').fill('2027-06-01');
    await page.getByLabel('Last day').fill('2027-06-02');
    await page.getByRole('button', { name: 'Add vacation', exact: true }).click();
    await sees(page, 'You have 50 vacations ahead, which is as many as an account holds. Cancel one of them, then try again.');
    const cancel = page.getByRole('button', { name: /^Cancel vacation/ }).first();
    await answered(page, /\/vacations\//, () => cancel.click());
    await answered(page, /\/vacations$/, () => page.getByRole('button', { name: 'Add vacation', exact: true }).click());
    await sees(page, /1 Jun.* to .*2 Jun/);
  });

  test.each([
    ['task', 'Water the ferns', 'Add task', '**/api/tasks', tooManyTasks().message],
    ['routine', 'Water the ferns every day', 'Add routine', '**/api/recurring_tasks', 'You have 500 routines.'],
  ])('shows the refusal of a %s beside the input, which keeps its text', async (_what, words, button, address, message) => {
    await page.route(address, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 409, contentType: 'application/problem+json', json: { code: 'limit_reached', message } })
        : route.continue(),
    );
    await openScreen(page, '/todo');
    await (await newTask(page)).fill(words);
    await page.getByRole('button', { name: button, exact: true }).click();
    await sees(page, message);
    await sees(page, 'Nothing was written. Your words are still here.');
    expect(await page.getByRole('textbox', { name: 'New task' }).inputValue()).toBe(words);
    await page.unroute(address);
  });
});
