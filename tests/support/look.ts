import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Pixels at the right edge that nothing may exceed. */
const WIDTHS = [360, 390, 1440, 2560] as const;

/** Every fault of a visible page, in words: what axe-core finds in both themes and at both sizes, and what scrolls sideways. */
export async function lookOver(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(DRAWN);
    const wide = await page.evaluate<number>(WIDTH);
    if (wide > width) faults.push(`${width} px: scrolls sideways to ${wide} px`);
    const cut = await page.evaluate<string[]>(CUT);
    if (cut.length > 0) faults.push(`${width} px: stands out at the right: ${cut.slice(0, 5).join(', ')}`);
  }
  await page.evaluate(axe.source);
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    let before: string | null = null;
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.evaluate(SETTLED);
      const markup = await page.evaluate<string>(MARKUP);
      for (const fault of await audit(page, markup === before ? OF_COLOUR : {})) faults.push(`${size.width} px, ${theme}: ${fault}`);
      before = markup;
    }
  }
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
const SETTLED = 'Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))).then(() => undefined)';
/** The elements of a page and their places. If these are the same in two themes, the themes can differ only in colours. */
const MARKUP = `document.documentElement.outerHTML + [...document.querySelectorAll('*')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.checkVisibility({ visibilityProperty: true, opacityProperty: true }), x, y, width, height];
}).join(';')`;
/** The rules about colours; all others depend on the markup only. */
const OF_COLOUR = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } } as const satisfies RunOptions;

/** What axe-core reports about the present page: the rule, and where. */
async function audit(page: Page, options: RunOptions): Promise<string[]> {
  const asked: RunOptions = { iframes: false, resultTypes: ['violations'], ...options };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(asked)})`);
  return violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
