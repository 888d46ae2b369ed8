import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answered, loaded, type SharedBrowserServer, visitSharedServer } from '../support/browser.ts';
import { countRendered, takeRendered } from '../support/rendered.ts';
import { call, signUp } from '../support/server-process.ts';

describe('a long list', () => {
  let server: SharedBrowserServer;
  beforeAll(async () => {
    server = await visitSharedServer('monday');
  });
  afterAll(() => server?.close());

  test('renders the rows in the window, again only those that change, and no menu before its button is pressed; the keys and Shift reach the others', async () => {
    const many = { email: 'long-list@example.org', password: 'a rather long password' };
    const token = await signUp(server.url, many.email);
    const make = (index: number) => call(server.url, 'POST', '/api/tasks', { token, body: { title: `Letter ${index}` } });
    await Promise.all(Array.from({ length: 130 }, (_, index) => make(index)));
    const { context, page: screen, faults } = await server.signedIn(many);
    await countRendered(context);
    await screen.goto('/todo?tab=inbox');
    await loaded(screen);
    const rows = screen.locator('[data-part="tasks"] [data-task]');
    expect(await rows.count()).toBeLessThan(60);
    await screen.keyboard.press('j');
    expect((await takeRendered(screen)).rows).toBeGreaterThan(20);
    await answered(screen, /\/status$/, () => screen.keyboard.press('x'));
    await screen.locator('[data-part="side-lists"]').getByText('129').first().waitFor();
    const ticked = await takeRendered(screen);
    expect(ticked.rows).toBeGreaterThan(0);
    expect([ticked.rows < 8, ticked.titles < 8, ticked.headers, ticked.shells]).toEqual([true, true, 0, 0]);
    await answered(screen, /\/api\/tasks\/[^/]+$/, () => screen.keyboard.press('Enter'));
    await screen.locator('article [data-part="trail"]').waitFor();
    const opened = await takeRendered(screen);
    expect([opened.rows < 8, opened.titles < 8, opened.shells]).toEqual([true, true, 0]);
    // The answers of the reads tell the same as the list.
    expect(opened.facts).toBe(1);
    await screen.keyboard.press('Escape');
    await answered(screen, /\/undo$/, () => screen.keyboard.press('z'));
    await takeRendered(screen);
    await rows.nth(3).hover();
    const more = rows.nth(3).getByRole('button', { name: /^More: / });
    await more.waitFor();
    expect((await takeRendered(screen)).overlays).toBe(0);
    await more.press('Enter');
    await screen.locator('[role="menuitem"]:focus').waitFor();
    expect((await takeRendered(screen)).overlays).toBeGreaterThan(0);
    await screen.keyboard.press('Escape');
    await rows.nth(3).locator('[aria-haspopup="menu"][aria-expanded="false"]:focus').waitFor();
    await screen.getByRole('heading', { name: 'Inbox', level: 1 }).focus();
    const inFocus = () => screen.locator('[data-task]:focus-within').getAttribute('aria-posinset');
    await screen.keyboard.press('k');
    expect(await inFocus()).toBe('130');
    await expect.poll(() => rows.last().getAttribute('aria-posinset')).toBe('130');
    expect(await rows.last().getAttribute('aria-setsize')).toBe('130');
    expect(await screen.getByRole('button', { name: /^Show all/ }).count()).toBe(0);

    await rows
      .last()
      .locator('[data-part="title"]')
      .click({ modifiers: ['Shift'] });
    await screen.evaluate('window.scrollTo(0, 0)');
    await screen.locator('[aria-posinset="1"]').waitFor();
    expect(await inFocus()).toBe('130');
    await screen.locator('[aria-posinset="1"] [data-part="title"]').click({ modifiers: ['Shift'] });
    await screen.getByRole('toolbar', { name: 'Selected tasks' }).getByText('130 selected').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
