import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, openScreen, sees, startBrowserServer, type Visit } from '../support/browser.ts';
import { call, signIn, signUp, startServer } from '../support/server-process.ts';

const ANN = { email: 'ann@example.org', password: 'a rather long password' };
const NOW = '2026-11-19T09:00:00Z';
/** Hebrew, so that it is found whatever is around it. */
const WORDS = 'לקרוא את הספר';
const LINK = 'https://example.org/book?a=1';

/** What was written from right to left and stands in no element whose direction follows its text. */
const ASTRAY = `(() => {
  const astray = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const isShown = parentElement.closest('script, style, title, option, [aria-hidden="true"]') === null;
    if (/[\\u0590-\\u05ff]/.test(data) && isShown && parentElement.closest('bdi, [dir="auto"]') === null)
      astray.push(data.trim().slice(0, 40) + ' in ' + parentElement.outerHTML.slice(0, 120));
  }
  for (const field of document.querySelectorAll('input, textarea'))
    if (/[\\u0590-\\u05ff]/.test(field.value) && field.dir !== 'auto') astray.push('field ' + field.outerHTML.slice(0, 120));
  return astray;
})()`;

describe('what people write', () => {
  let server: BrowserServer;
  let ann: Visit;
  let page: Page;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    server = await startBrowserServer('directions', (folder) => startServer(folder, { VOUCH_CLOCK: NOW }));
    await signUp(server.url, ANN.email);
    const token = await signIn(server.url, ANN.email);
    const send = async (method: string, path: string, body: object) => {
      const answer = await call(server.url, method, path, { token, body });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body as { id: string };
    };
    const task = (name: string, more: object) =>
      send('POST', '/api/tasks', { title: `${WORDS} ${name}`, tags: [WORDS], ...more }).then(({ id }) => {
        ids[name] = id;
      });
    await send('PUT', '/api/settings/profile', { full_name: WORDS });
    await task('one', { title: `${WORDS} ${LINK}`, due_date: '2026-11-19', description: `${WORDS}\nHTTP://B.example/x, ${LINK}` });
    await send('POST', '/api/tasks', { title: WORDS, parent_id: ids.one });
    await task('missed', { due_date: '2026-11-19', due_time: '11:00' });
    await task('skipped', { due_date: '2026-11-19' });
    await send('PATCH', `/api/tasks/${ids.skipped}/status`, { status: 'skipped', reason: WORDS });
    await task('proven', { due_date: '2026-11-19', verification_type: 'general', proof_requirement: WORDS });
    await send('PATCH', `/api/tasks/${ids.proven}/status`, { status: 'completed' });
    await send('POST', `/api/verifications/${ids.proven}/proof`, {
      proofData: { text: `${WORDS} ${LINK}`, links: ['https://c.example/'] },
    });
    await task('waiting', { due_date: '2026-11-19', verification_type: 'general', proof_requirement: WORDS });
    await send('PATCH', `/api/tasks/${ids.waiting}/status`, { status: 'completed' });
    await send('POST', '/api/recurring_tasks', { title: WORDS, rrule: 'FREQ=DAILY', tags: [WORDS] });
    await send('POST', '/api/partners', { name: WORDS, email: 'dov@example.org' });
    await server.pass('PT2H');
    ann = await server.signedIn(ANN);
    page = ann.page;
  });
  afterAll(() => server?.close());

  test('is shown in its own direction on every screen and in every field', async () => {
    const screens = [
      '/dashboard',
      '/todo',
      `/todo?task=${ids.one}`,
      `/todo?task=${ids.skipped}`,
      '/todo?tab=routines',
      '/verify',
      '/verify?tab=history',
      `/verify/task/${ids.proven}`,
      `/verify/task/${ids.waiting}`,
      '/alerts',
      '/report?tab=daily',
      '/report?tab=history',
      '/profile',
      '/settings/accountability_partner',
    ];
    const astray: Record<string, string[]> = {};
    const look = async (where: string) => {
      const found = await page.evaluate<string[]>(ASTRAY);
      if (found.length > 0) astray[where] = found;
    };
    for (const path of screens) {
      await openScreen(page, path);
      expect(await page.getByText(/[\u0590-\u05ff]/).count(), path).toBeGreaterThan(0);
      await look(path);
    }
    await page.getByRole('button', { name: /^Alerts, / }).click();
    await page.getByRole('heading', { name: /^Alerts \(/ }).waitFor();
    await look('the bell');
    await page.goto(`/todo?task=${ids.one}`);
    await page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await look('the form of a task');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search tasks, places and commands').fill(WORDS);
    await page.getByRole('option', { name: WORDS }).first().waitFor();
    await look('the palette');
    expect(astray).toEqual({});
  });

  test('has links where there are web addresses, which leave a row and its keys as they are', async () => {
    await page.goto('/todo');
    const row = page.locator(`[data-task="${ids.one}"]`);
    const opened = page.context().waitForEvent('page');
    await page.context().route('https://example.org/**', (route) => route.fulfill({ body: 'The book' }));
    await row.getByRole('link', { name: 'Open example.org in a new tab' }).press('Enter');
    const book = await opened;
    await book.waitForURL(LINK);
    expect(await book.evaluate('[window.opener, document.referrer]')).toEqual([null, '']);
    await book.close();
    await row.getByRole('link', { name: WORDS }).click();
    const panel = page.getByRole('article');
    const links = panel.getByRole('region', { name: 'Links' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([LINK, 'http://b.example/x']);
    expect(await panel.getByRole('link', { name: 'Open example.org in a new tab' }).getAttribute('rel')).toBe(
      'noopener noreferrer nofollow',
    );
    await page.goto(`/todo?task=${ids.proven}`);
    await panel.getByRole('region', { name: 'Links' }).getByRole('link').nth(1).waitFor();
    expect(await links.allTextContents()).toEqual(['example.org/book?a=1', 'c.example']);
    expect(ann.faults).toEqual([]);
  });

  test('stands beside times, dates and weeks as the locale of the browser has them', async () => {
    const visitor = await server.signedIn(ANN, { locale: 'en-US' });
    await visitor.page.goto('/todo/plan?show=month');
    const days = visitor.page.getByRole('list', { name: 'Days' });
    await days.getByRole('link', { name: /^November 1, 2026/ }).waitFor();
    expect(await visitor.page.getByText(/^(Sun|Mon|Sat)$/).allTextContents()).toEqual(['Sun', 'Mon', 'Sat']);
    await days.getByText('11:00 AM').waitFor();
    await openScreen(visitor.page, '/dashboard');
    await sees(visitor.page, 'Thursday, November 19, 2026, week 47');
    expect(visitor.faults).toEqual([]);
    await visitor.context.close();
  });
});
