import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO, type SharedBrowserServer, sees, visitSharedServer } from '../support/browser.ts';

let server: SharedBrowserServer;
let page: Page;

beforeAll(async () => {
  server = await visitSharedServer('demo');
  ({ page } = await server.signedIn(DEMO));
});
afterAll(() => server?.close());

const pdf = () => page.getByRole('button', { name: 'PDF', exact: true });

test('a person sees that a report is waiting, then being made, can do other things meanwhile, and cancels it', async () => {
  await page.goto('/report');
  let status = 'waiting';
  let asked = 0;
  // It is never answered.
  await page.route('**/api/reports/reports/pdf?*', () => {
    asked += 1;
  });
  await page.route('**/api/reports/rendering', (route) => route.fulfill({ json: [{ type: 'weekly', format: 'pdf', offset: 0, status }] }));
  await pdf().click();
  await sees(page, 'The PDF waits for its turn…');
  await page.getByRole('button', { name: 'Previous week' }).click();
  status = 'making';
  await sees(page, 'Making the PDF…');
  expect([asked, await pdf().isDisabled()]).toEqual([1, true]);
  await page.getByRole('button', { name: 'Cancel the PDF' }).click();
  await expect.poll(() => pdf().isDisabled()).toBe(false);
  expect(await page.locator('[data-toast]').count()).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a refusal is shown in the server’s words, and the next attempt gives the file', async () => {
  await page.goto('/report');
  const message = 'Many reports are being made right now. Try again in a moment.';
  const problem = {
    type: '/api/docs#unavailable',
    title: 'Service Unavailable',
    status: 503,
    code: 'unavailable',
    detail: message,
    message,
  };
  await page.route('**/api/reports/reports/pdf?*', (route) =>
    route.fulfill({ status: 503, json: problem, contentType: 'application/problem+json' }),
  );
  await pdf().click();
  await page.locator('[data-toast="bad"]').filter({ hasText: message }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const [download] = await Promise.all([page.waitForEvent('download'), pdf().click()]);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the slider goes back through the weeks, the address keeps the week, and the file is as of it', async () => {
  await page.goto('/report?tab=overall');
  const slider = page.getByRole('slider', { name: 'As it was known' });
  expect(await slider.getAttribute('aria-valuetext')).toBe('Now');
  await slider.press('ArrowLeft');
  await expect.poll(() => page.url()).toMatch(/\?tab=overall&as_of=\d{4}-\d\d-\d\d$/);
  const date = new URL(page.url()).searchParams.get('as_of');
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^End of Sunday /);
  const back = page.getByRole('button', { name: 'Show what is known now' });
  await back.waitFor();
  await page.getByRole('link', { name: 'Weekly' }).click();
  await page.getByText(/^Week \d+, .*, as of Sun 23:59$/).waitFor();
  const asked = page.waitForRequest('**/api/reports/reports/pdf?*');
  const [download] = await Promise.all([page.waitForEvent('download'), pdf().click()]);
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get('as_of')?.slice(0, 10)).toBe(date);
  expect(download.suggestedFilename()).toMatch(/^vouch-weekly-/);
  await back.click();
  await expect.poll(() => page.url()).toMatch(/\/report$/);
});
