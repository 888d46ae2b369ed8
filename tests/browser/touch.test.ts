import type { Dialog, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEMO, loaded, openScreen, type SharedBrowserServer, sees, visitSharedServer } from '../support/browser.ts';
import { someByChance } from '../support/by-chance.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const SCREENS = [
  '/dashboard',
  '/todo',
  '/todo?tab=today',
  '/todo/plan',
  '/todo/plan?show=day',
  '/todo?tab=routines',
  '/todo?tab=routines&routine=new',
  '/alerts',
  '/report',
  '/report?tab=daily',
  '/profile',
  '/settings',
  '/settings/notifications',
  '/settings/time',
  '/settings/accountability_partner',
  '/settings/account',
];

/**
 * The controls whose touch area is smaller than 44 px: the box itself, or the area that reacts 21 px to each side of
 * where it is pressed (42: a field's border is no part of it). Links in running text are as tall as their line.
 */
const SMALL = `(() => {
  const small = [];
  for (const one of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest('[aria-hidden="true"], [href^="#"]')) continue;
    if (one.closest('p, [data-part~="hint"], [title^="Take "]') || one.matches('[type="hidden"], [type="checkbox"]')) continue;
    one.scrollIntoView({ block: 'center' });
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const [x, y] = [box.left + Math.min(box.width / 2, 22), box.top + box.height / 2];
    const answers = (across, down) => one.contains(document.elementFromPoint(x + across, y + down));
    const tall = box.height >= 42 || (answers(0, -21) && answers(0, 21));
    const wide = box.width >= 42 || (answers(-21, 0) && answers(21, 0));
    if (!tall || !wide) small.push((one.getAttribute('aria-label') || one.textContent || one.name).trim().slice(0, 40) + ' ' + Math.round(box.width) + ' x ' + Math.round(box.height));
  }
  return [...new Set(small)];
})()`;

describe('by touch on a phone', () => {
  let server: SharedBrowserServer;
  let page: Page;

  beforeAll(async () => {
    server = await visitSharedServer('demo');
    ({ page } = await server.signedIn(DEMO, PHONE));
  });
  afterAll(() => server?.close());

  test.each(someByChance(SCREENS, 4))('every control on %s is at least 44 px wide and high', async (path) => {
    if (path.endsWith('=new')) {
      await page.goto(path);
      // While the sheet is open, the page behind it is hidden from screen readers.
      await page.getByRole('dialog').waitFor();
    } else await openScreen(page, path);
    expect(await page.evaluate<string[]>(SMALL)).toEqual([]);
  });

  test('a press anywhere on a row opens its task, except on the other controls in it', async () => {
    await page.goto('/todo');
    await loaded(page);
    const row = page.locator('[data-task]').filter({ has: page.getByRole('button', { name: /^Complete: / }) });
    const box = await row.first().boundingBox();
    if (!box) throw new Error('no row');
    await row
      .first()
      .getByRole('button', { name: /^Complete: / })
      .tap();
    await sees(page, /^Completed ‘/);
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: /^Undo/ }).tap();
    await sees(page, /^Taken back/);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height - 6);
    await page.getByRole('article').waitFor();
  });

  test('sheets close at a press beside them, and are not covered by a toast', async () => {
    await page.getByRole('button', { name: 'Skip', exact: true }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    const toast = page.locator('[data-toast]').first();
    if ((await toast.count()) > 0) {
      const [above, below] = [await toast.boundingBox(), await sheet.boundingBox()];
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    }
    await page.touchscreen.tap(195, 120);
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('menu').waitFor();
    await page.touchscreen.tap(195, 60);
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  test('Android’s back button closes what lies over the page, and the newest first', async () => {
    await page.addInitScript(`globalThis.open = [];
      globalThis.CloseWatcher = class extends EventTarget {
        constructor() { super(); open.push(this); }
        destroy() { open.splice(open.indexOf(this), 1); }
      }`);
    const back = () => page.evaluate("open.at(-1).dispatchEvent(new Event('close'))");
    await page.goto('/todo');
    await loaded(page);
    await page.getByRole('main').getByRole('link', { name: 'New task' }).first().tap();
    const overlay = page.getByRole('dialog', { name: 'New task' });
    await overlay.getByRole('textbox', { name: 'New task' }).waitFor();
    await page.getByRole('navigation', { name: 'Platform', includeHidden: true }).waitFor({ state: 'hidden' });
    await overlay.getByRole('button', { name: 'Priority' }).tap();
    await page.getByRole('menu').waitFor();
    await back();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await overlay.waitFor();
    await back();
    await overlay.waitFor({ state: 'detached' });
    expect(await page.evaluate('open.length')).toBe(0);
  });

  test('a change just before the page is left is still sent, without asking', async () => {
    await page.goto('/todo');
    await loaded(page);
    const held = Promise.withResolvers<Route>();
    await page.route('**/api/tasks/*/status', held.resolve);
    const asked = vi.fn((dialog: Dialog) => dialog.accept());
    page.on('dialog', asked);
    const tick = page.getByRole('button', { name: /^Complete: / }).first();
    // 'Complete: Run, 5 km. Pending.'
    const title = /^Complete: (.*)\. /.exec((await tick.getAttribute('aria-label')) ?? '')?.[1];
    await tick.tap();
    const sent = await held.promise;
    await page.reload();
    await sent.continue();
    page.off('dialog', asked);
    expect(asked).not.toHaveBeenCalled();
    // The next page may have read before the change arrived, so it is loaded again.
    await page.getByRole('button', { name: `Open again: ${title}` }).waitFor();
    await page.unroute('**/api/tasks/*/status');
  });

  test('somebody who leaves while a change waits is asked first, and loses nothing by staying', async () => {
    const address = '/api/settings/accountability';
    const toggles = ['Email Tasks', 'General Tasks'] as const;
    const saved = async () => {
      const { ai_email, ai_general } = await (await page.request.get(address)).json();
      return [ai_email, ai_general];
    };
    await page.goto('/settings/accountability_partner');
    await loaded(page);
    const before = await saved();
    const held = Promise.withResolvers<void>();
    await page.route(`**${address}`, (route) => held.promise.then(() => route.continue()));
    for (const name of toggles) await page.getByRole('switch', { name }).tap();
    const asked = page.waitForEvent('dialog');
    const leaving = page.evaluate('location.reload()');
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    held.resolve();
    await expect.poll(saved).toEqual(before.map((on) => !on));
  });
});
