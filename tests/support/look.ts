import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { TAKE_OUT_ALIKE } from './alike.ts';
import { onceIn, oneByChance, someByChance } from './by-chance.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/** At which sizes axe-core may look at a page. */
const LOOKS = { phone: [PHONE], desk: [DESK], both: [PHONE, DESK] };
const THEMES = ['light', 'dark'] as const;
/** The window of a desktop at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 };
/** Nothing may reach beyond the right edge at these sizes. Each change of size or theme draws the page anew, so there are few. */
const SIZES = [PHONE, ZOOMED, { width: 2560, height: 900 }, DESK];
/** How many of them are tried each time, beside the one at which axe-core looks. */
const SIZES_TRIED = 1;

interface Geometry {
  readonly wide: number;
  readonly cut: string[];
  readonly twice: string[];
}

interface Look {
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: (typeof THEMES)[number];
}

/** In every third call axe-core looks once, at one size and in one theme. It takes longer than all the sizes. */
const looksOf = (at: keyof typeof LOOKS): readonly Look[] =>
  onceIn(3) ? oneByChance(LOOKS[at].flatMap((size) => THEMES.map((theme) => ({ size, theme })))) : [];

/**
 * Faults of a visible page, in words: what axe-core finds, and what scrolls sideways. Each call tries a part of the sizes and
 * of the looks of axe-core, by chance, and names them in what it reports. The page has the size of a desktop afterwards.
 */
export async function lookOver(page: Page, at: keyof typeof LOOKS = 'both'): Promise<string[]> {
  const faults: string[] = [];
  const looks = looksOf(at);
  const tried = someByChance(SIZES, SIZES_TRIED);
  // Without its heading, which may be behind a dialog, a screen has not come yet.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // It stays until a page is loaded again.
  if (looks.length > 0 && (await page.evaluate<boolean>('!globalThis.axe'))) await page.evaluate(`${AXE}; axe.configure({ noHtml: true })`);
  for (const size of SIZES.filter((one) => tried.includes(one) || looks.some((look) => look.size === one))) {
    const { width } = size;
    await page.setViewportSize(size);
    const { wide, cut, twice } = await page.evaluate<Geometry>(`${DRAWN}.then(() => ({ wide: ${WIDTH}, cut: ${CUT}, twice: ${TWICE} }))`);
    if (wide > width) faults.push(`${width} px: scrolls sideways to ${wide} px`);
    if (cut.length > 0) faults.push(`${width} px: stands out at the right: ${cut.slice(0, 5).join(', ')}`);
    if (twice.length > 0) faults.push(`${width} px: ids that are used twice: ${twice.join(', ')}`);
    for (const { theme } of looks.filter((look) => look.size === size)) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.evaluate(SETTLED);
      for (const fault of await audit(page)) faults.push(`${width} px, ${theme}: ${fault}`);
    }
  }
  // What the test does next does not depend on chance.
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return faults;
}

// Scripts are texts, because these tests are checked without the types of a browser's globals.
// Charts are drawn again one frame after they learn of their width.
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';
const WIDTH = 'document.documentElement.scrollWidth';
/** Texts beyond the right edge of the page, in places to which nobody can scroll. */
const CUT = `[...document.querySelectorAll('body *')]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().right > innerWidth + 1)
  .filter((one) => {
    for (let at = one; at; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return false;
    return true;
  })
  .map((one) => one.textContent.trim().slice(0, 40))`;
/** Ids that other elements refer to, and that several elements have. axe-core cannot find them in what is taken out. */
const TWICE = `[...document.querySelectorAll('[id]')].map(({ id }) => id)
  .filter((id, index, all) => id !== '' && all.indexOf(id) < index)
  .filter((id) => ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant', 'for']
    .some((name) => document.querySelector('[' + name + '~=' + JSON.stringify(id) + ']')))`;
const SETTLED = 'Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))).then(() => undefined)';

/** What axe-core reports about the present page: the rule, and where. */
async function audit(page: Page): Promise<string[]> {
  // Naming the places of all elements takes long, so it is done only for the elements with faults.
  const { violations } = await run(page, { selectors: false });
  if (violations.length === 0) return [];
  const named = await run(page, {});
  const places = new Map(named.violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' ')).join(', ')]));
  return violations.map(({ id, help }) => `${id} (${help}): ${places.get(id) ?? 'for a moment only'}`);
}

function run(page: Page, options: RunOptions): Promise<Pick<AxeResults, 'violations'>> {
  const asked: RunOptions = { iframes: false, resultTypes: ['violations'], ...options };
  return page.evaluate(`(async () => {
    const putBack = ${TAKE_OUT_ALIKE};
    try {
      const { violations } = await axe.run(document, ${JSON.stringify(asked)});
      return { violations };
    } finally {
      putBack();
    }
  })()`);
}

/**
 * What is wrong with the texts of a visible page, by their geometry: lines that lie over each other, texts that are cut off at the
 * top or the bottom, and lines that are lower than their letters. Texts that are hidden for the eye are left out, and those that
 * are cut on purpose, with an ellipsis.
 */
export const textFaults = (page: Page): Promise<string[]> => page.evaluate(`(${SCRIPT})()`);

// It is a text, because these tests are checked without the types of a browser's globals.
const SCRIPT = `() => {
  const faults = [];
  const name = (one) => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40);
  /** The part of an element's box in which its content is seen, or null where it is not cut. */
  const windowOf = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    if (overflowX === 'visible' && overflowY === 'visible') return null;
    return { box: one.getBoundingClientRect(), scrolls: /auto|scroll/.test(overflowY) || one.scrollHeight > one.clientHeight + 400 };
  };
  const isApart = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const { position, clipPath, opacity } = getComputedStyle(at);
      if (position === 'fixed' || position === 'sticky' || clipPath !== 'none' || opacity === '0') return true;
      if (at.matches('[href^="#"], [aria-hidden="true"], .cm-editor')) return true;
    }
    return false;
  };
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (node.data.trim() === '' || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isApart(one)) continue;
    const style = getComputedStyle(one);
    const size = Number.parseFloat(style.fontSize);
    const height = Number.parseFloat(style.lineHeight);
    if (height < size * 0.99 && !one.closest('svg')) faults.push('lines of ' + height + ' px for letters of ' + size + ' px: ' + name(one));
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 2) continue;
      // The letters themselves: fonts keep some room above and below them.
      const middle = (top + bottom) / 2;
      const [high, low] = [middle - size * 0.42, middle + size * 0.42];
      let seen = true;
      for (let at = one; at && at !== document.body; at = at.parentElement) {
        const cut = windowOf(at);
        if (!cut) continue;
        if (high >= cut.box.bottom || low <= cut.box.top || left >= cut.box.right || right <= cut.box.left) seen = false;
        if (seen && !cut.scrolls && (low > cut.box.bottom + 1 || high < cut.box.top - 1)) faults.push('cut: ' + name(one));
        break;
      }
      if (seen) lines.push({ one, left, right, high, low, of: size });
    }
  }
  lines.sort((a, b) => a.high - b.high);
  for (const [index, a] of lines.entries()) {
    for (const b of lines.slice(index + 1)) {
      if (b.high >= a.low) break;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.low, b.low) - b.high;
      if (across > 2 && down > Math.min(a.of, b.of) * 0.15) faults.push('over each other: ' + name(a.one) + ' | ' + name(b.one));
    }
  }
  return [...new Set(faults)];
}`;

/** The addresses of all screens that need a session, and one address without a page. */
export const SIGNED_IN_SCREENS = [
  '/dashboard',
  '/todo',
  '/todo?tab=missed',
  '/todo?tab=archived',
  '/verify',
  '/verify?tab=history',
  '/alerts',
  '/report?tab=daily',
  '/report',
  '/report?tab=overall',
  '/report?tab=history',
  '/profile',
  '/help',
  '/todo?tab=routines',
  '/settings',
  '/settings/integrations',
  '/settings/subscription',
  '/posts',
  '/settings/notifications',
  '/settings/time',
  '/settings/accountability_partner',
  '/settings/account',
  '/welcome',
  '/nowhere',
] as const;

/** How far what was visible has moved by itself since the page was opened, as browsers sum it up (Cumulative Layout Shift). */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate<number>(`document.fonts.ready.then(() => new Promise((resolve) => {
    const sumUp = (entries) => resolve(entries.reduce((sum, { value }) => sum + value, 0));
    new PerformanceObserver((list) => sumUp(list.getEntries())).observe({ type: 'layout-shift', buffered: true });
    // Without any shift the observer is never called.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => sumUp([]))));
  }))`);
