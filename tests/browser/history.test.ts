import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserServer, DEMO, loaded, startBrowserServer, startDemoServer } from '../support/browser.ts';

let server: BrowserServer;
let page: Page;

beforeAll(async () => {
  // At a server that others share, their sign-ins are the newest entries, and leave no room for yesterday.
  server = await startBrowserServer('history', startDemoServer);
  ({ page } = await server.signedIn(DEMO, { acceptDownloads: true }));
});
afterAll(() => server?.close());

const history = () => page.getByRole('region', { name: 'History', exact: true });
const days = () => history().getByRole('heading', { level: 2 });
const params = (): string => new URL(page.url()).searchParams.toString();
const open = async (query = '') => {
  await page.goto(`/report?tab=history${query}`);
  await loaded(page);
  await history()
    .getByText(/^(The last )?[\d,]+ entr(y|ies)$/)
    .waitFor();
};

test('the history is read by day, and sign-ins, mails and steps of Vouch are one line of a day that opens', async () => {
  await open();
  expect(await days().first().textContent()).toMatch(/^Today/);
  const day = page.getByRole('region', { name: /^Yesterday/ });
  const line = day.getByRole('button', { name: /\d+ steps? of Vouch$/ });
  expect([await line.count(), await line.getAttribute('aria-expanded')]).toEqual([1, 'false']);
  const rows = day.getByRole('listitem');
  const before = await rows.count();
  await line.focus();
  await page.keyboard.press('Enter');
  expect(await line.getAttribute('aria-expanded')).toBe('true');
  expect(await rows.count()).toBeGreaterThan(before);
  await page.keyboard.press('Enter');
  expect(await rows.count()).toBe(before);
});

test('a press on an entry shows its hash, and nothing shows how many events the server has', async () => {
  await open('&type=tasks');
  const entry = history()
    .getByRole('button', { expanded: false })
    .filter({ has: page.locator('time') })
    .first();
  expect(await history().textContent()).not.toMatch(/[0-9a-f]{64}|#\d/);
  await entry.click();
  await page.getByText(/^Recorded .*, hash [0-9a-f]{64}$/).waitFor();
  expect(await history().textContent()).not.toMatch(/Place \d|#\d/);
});

test('filters are kept in the address, apply together, and can be cleared', async () => {
  await open();
  await page.getByRole('combobox', { name: 'Who' }).selectOption('Your partner');
  await page.waitForURL(/who=partner/);
  await page.getByRole('combobox', { name: 'Kind of entry' }).selectOption('Partner');
  await page.waitForURL(/type=partner/);
  const bys = history().locator('li time + span + span + span');
  await bys.first().waitFor();
  const address = params();
  expect(address).toBe('tab=history&type=partner&who=partner');
  await page.reload();
  await bys.first().waitFor();
  const names = new Set(await bys.allInnerTexts());
  expect([names.size, names.has('You'), names.has('Vouch')]).toEqual([1, false, false]);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.waitForURL((url) => url.searchParams.toString() === 'tab=history');
  await page.getByRole('region', { name: /^Yesterday/ }).waitFor();
});

test('a range of dates shows whole local days, and a range without entries says so', async () => {
  await open('&from=2026-10-05&to=2026-10-06');
  expect((await days().allInnerTexts()).map((text) => text.trim())).toEqual(['Tue 6 Oct', 'Mon 5 Oct']);
  await page.goto('/report?tab=history&from=2026-10-05&to=2026-10-05&who=ai&type=account');
  await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByRole('region', { name: /^Yesterday/ }).waitFor();
});

test('the history of one task is reached from an entry, and left again', async () => {
  await open('&type=tasks');
  const entry = history()
    .getByRole('button')
    .filter({ has: page.locator('time'), hasText: /^\d\d:\d\d\s*Completed/ })
    .first();
  const title = await entry.locator('bdi').textContent();
  await entry.click();
  await page.getByRole('link', { name: 'Only this task' }).click();
  await page.waitForURL(/task=/);
  const chosen = page.getByRole('button', { name: 'Show all tasks' });
  await chosen.filter({ hasText: title ?? '' }).waitFor();
  const titles = new Set(await history().locator('li bdi').allInnerTexts());
  expect([...titles]).toEqual([title]);
  await chosen.click();
  await page.waitForURL((url) => url.searchParams.toString() === 'tab=history&type=tasks');
});

test('what is downloaded is what is seen', async () => {
  await open('&type=partner&from=2026-10-05&to=2026-10-11');
  const [asked] = await Promise.all([
    page.waitForRequest(/\/api\/reports\/reports\/html\?/),
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'HTML', exact: true }).click(),
  ]);
  expect(Object.fromEntries(new URL(asked.url()).searchParams)).toEqual({
    type: 'history',
    offset: '0',
    history_type: 'partner',
    from: '2026-10-04T22:00:00.000Z',
    to: '2026-10-11T22:00:00.000Z',
  });
});
