import { afterAll, beforeAll, expect, test } from 'vitest';
import { loaded, type SharedBrowserServer, visitSharedServer } from '../support/browser.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'archive@example.org', password: 'a rather long password' };
const DATED = 80;
/** Tasks in a page, instead of 200. */
const IN_PAGE = 30;

let server: SharedBrowserServer;
let token = '';

beforeAll(async () => {
  server = await visitSharedServer('monday');
  token = await signUp(server.url, ADA.email);
});
afterAll(() => server?.close());

const promise = async (title: string, more: object = {}): Promise<string> =>
  (await call(server.url, 'POST', '/api/tasks', { token, body: { title, ...more } })).body.id;
const change = (ids: readonly string[], what: object) =>
  call(server.url, 'POST', '/api/tasks/bulk', { token, body: { ids, change: what } });

test('the archive and what a search finds are read as they are scrolled', async () => {
  // The newest is first in the archive.
  const undated = await promise('Old idea');
  const due = (index: number) => ({ due_date: `2026-11-${17 + (index % 10)}` });
  const dated: string[] = [];
  for (let index = 0; index < DATED; index += 1) dated.push(await promise(`Letter ${index}`, due(index)));
  await change(dated, { status: 'completed' });
  await change([undated, ...dated], { archive: true });

  const { context, page, faults } = await server.signedIn(ADA);
  /** The pages that were read, each perhaps several times, because live changes of the account may follow. */
  const pages = new Set<string>();
  await page.route('**/api/tasks/archived?*', (route) => {
    pages.add(route.request().url());
    return route.continue({ url: route.request().url().replace('limit=200', `limit=${IN_PAGE}`) });
  });
  const idea = page.locator(`[data-task="${undated}"]`);
  await page.goto('/todo?tab=archived');
  await loaded(page);
  expect([pages.size, await idea.count()], 'what has no date stands at the end').toEqual([1, 0]);
  const toEnd = async () => {
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    return [pages.size, await idea.count()];
  };
  await expect.poll(toEnd).toEqual([3, 1]);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);

  pages.clear();
  const found = new Set<string>();
  await page.route('**/api/search?*', (route) => {
    found.add(route.request().url());
    return route.continue({ url: route.request().url().replace('limit=200', `limit=${IN_PAGE}`) });
  });
  await page.goto('/todo?q=is:archived -"letter 7"');
  await page.getByText(`${DATED} found`).waitFor({ state: 'attached' });
  const first = page.locator('[data-part="tasks"] [data-task]').first();
  expect(await first.getAttribute('aria-setsize')).toBe(`${DATED}`);
  expect(found.size, 'the end of what was found is far below').toBeLessThan(3);
  const toEndOfFound = async () => {
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    return [found.size, await idea.count()];
  };
  await expect.poll(toEndOfFound).toEqual([3, 1]);
  await idea.getByRole('link', { name: 'Old idea' }).click();
  await page.getByRole('button', { name: 'Take out of the archive' }).first().waitFor();
  expect([...pages], 'a search does not read the archive').toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
