import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdBack, loaded, openScreen, type SharedBrowserServer, type Visit, visitSharedServer } from '../support/browser.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'first-looks@example.org', password: 'a rather long password' };
const LOOKS = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/web/first-looks.json'), 'utf8')) as Readonly<
  Record<string, { readonly title: string; readonly reads: readonly string[] }>
>;
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } } as const;

/** The title, and where it stands. */
const titleIn = async (page: Page, part: string) => {
  const title = page.locator(`${part} h1`);
  const box = await title.boundingBox();
  return { text: await title.textContent(), x: Math.round(box?.x ?? -1), y: Math.round(box?.y ?? -1) };
};

describe('the document of a signed-in screen', () => {
  let server: SharedBrowserServer;
  let user: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    const token = await signUp(server.url, ADA.email);
    await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Water the plants', due_date: '2026-11-17' } });
    user = await server.signedIn(ADA);
    page = user.page;
    // The program follows its log from the first document on, and only then names the reads.
    await openScreen(page, '/todo');
  });
  afterAll(() => server?.close());

  test.each(Object.keys(LOOKS))(
    'shows the title of %s where the screen has it, and asks for its first reads, each of them once',
    async (path) => {
      const { title = '', reads = [] } = LOOKS[path] ?? {};
      await page.setViewportSize(path.includes('?') ? SIZES.desk : SIZES.phone);
      const asked: string[] = [];
      const unused: string[] = [];
      page.on('request', (request) => asked.push(request.url().replace(server.url, '')));
      page.on('console', (message) => /preloaded using link preload but not used/.test(message.text()) && unused.push(message.text()));
      const letIn = await holdBack(page, '**/assets/index-*.js');
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('#first-look h1').waitFor();
      await page.evaluate('document.fonts.ready');
      const before = await titleIn(page, '#first-look');
      await expect.poll(() => reads.filter((read) => !asked.includes(read))).toEqual([]);
      await letIn();
      await loaded(page);
      expect(await page.locator('#first-look').count()).toBe(0);
      expect([before.text, before]).toEqual([title, await titleIn(page, 'main')]);
      expect(reads.map((read) => [read, asked.filter((one) => one === read).length])).toEqual(reads.map((read) => [read, 1]));
      expect(unused).toEqual([]);
      await page.unrouteAll();
      page.removeAllListeners('request');
      page.removeAllListeners('console');
    },
  );

  test('keeps its frame until the session is known, whatever the scripts have done by then', async () => {
    const letIn = await holdBack(page, '**/api/auth/session');
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.locator('#announcements').waitFor({ state: 'attached' });
    expect([await page.locator('#first-look h1').isVisible(), await page.getByText('Loading').count()]).toEqual([true, 0]);
    await letIn();
    await loaded(page);
    expect(await page.locator('#first-look').count()).toBe(0);
    await page.unrouteAll();
  });

  test('is as bare for a stranger as before, and has no frame on the introduction', async () => {
    const documentOf = async (path: string, headers: Record<string, string>) => (await fetch(server.url + path, { headers })).text();
    const [cookie] = await user.context.cookies();
    const signedIn = { cookie: `${cookie?.name}=${cookie?.value}` };
    const has = (text: string) => [text.includes('id="first-look"'), text.includes('"/api/tasks')];
    expect(has(await documentOf('/todo', signedIn))).toEqual([true, true]);
    expect(has(await documentOf('/todo', {}))).toEqual([false, false]);
    expect(has(await documentOf('/welcome', signedIn))).toEqual([false, false]);
    expect(has(await documentOf('/terms', signedIn))).toEqual([false, false]);
  });
});
