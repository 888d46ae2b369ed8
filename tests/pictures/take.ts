import type { Page } from 'playwright-core';

/** A page that never comes to rest is photographed anyway after so many pictures, and then differs from itself. */
const MOST_TRIES = 12;
const PAUSE_MS = 80;

// Scripts are texts, because these files are checked without the types of a browser's globals.
const SETTLED = `Promise.all([
  document.fonts.ready,
  ...[...document.images].filter((one) => one.checkVisibility()).map((one) => { one.loading = 'eager'; return one.decode().catch(() => undefined); }),
]).then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))`;

/** Every run has another port, and some addresses are shown. */
const SAME_HOST = `{
  const same = (text) => text.replaceAll(location.host, 'vouch.example');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (texts.currentNode.data.includes(location.host)) texts.currentNode.data = same(texts.currentNode.data);
  for (const one of document.querySelectorAll('input')) if (one.value.includes(location.host)) one.value = same(one.value);
}`;

/** Whether there is a task before or after the open one is read off the list, which is there sooner or later than the panel. */
const SAME_STEPS = `for (const one of document.querySelectorAll('button[aria-label="Previous task"], button[aria-label="Next task"]')) one.disabled = false;`;

/** What lies outside the window may be left out, and a picture of the whole page would have a gap there. */
const ALL_DRAWN = `for (const one of document.querySelectorAll('*'))
  if (getComputedStyle(one).contentVisibility === 'auto') one.style.contentVisibility = 'visible';`;

/** A picture of the page, or of the window alone, when two in a row are equal: what is drawn after it was measured needs some frames. */
export async function picture(page: Page, inWindow: boolean): Promise<Buffer> {
  await page.evaluate(ALL_DRAWN);
  await page.evaluate(SETTLED);
  await page.evaluate(SAME_HOST);
  await page.evaluate(SAME_STEPS);
  const take = () => page.screenshot({ fullPage: !inWindow, animations: 'disabled', caret: 'hide' });
  let last = await take();
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    await page.waitForTimeout(PAUSE_MS);
    const next = await take();
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}
