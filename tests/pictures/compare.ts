import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The pixels of a picture on a ground of a given size, so that pictures of two heights can be compared. */
async function pixels(picture: Buffer, to: { readonly width: number; readonly height: number }): Promise<Pixels> {
  const read = sharp(picture).ensureAlpha();
  const { width, height } = await read.metadata();
  const data = await read
    .extend({ right: to.width - width, bottom: to.height - height, background: '#ff00ff' })
    .raw()
    .toBuffer();
  return { data, ...to };
}

/**
 * How far two colours may lie apart, between 0 and 1: two of 255 steps of grey. What lies in a layer of its own is not drawn exactly
 * the same each time.
 */
const SAME_COLOUR = 0.01;
/** So few pixels are no difference that anybody made. */
const SPECKS = 4;

/**
 * The share of pixels in which a picture differs from the one in a file, between 0 and 1; null: there is no such file. Where
 * it differs, a picture of the differences is written. Smoothed edges count, too: both pictures come from the same browser.
 */
export async function difference(picture: Buffer, before: string, toFile: string): Promise<number | null> {
  if (!existsSync(before)) return null;
  // The program, which runs in this process, lets sharp open no files by their path.
  const kept = readFileSync(before);
  const [now, then] = await Promise.all([sharp(picture).metadata(), sharp(kept).metadata()]);
  const size = { width: Math.max(now.width, then.width), height: Math.max(now.height, then.height) };
  const [one, other] = await Promise.all([pixels(picture, size), pixels(kept, size)]);
  if (one.data.equals(other.data)) return 0;
  const { width, height } = size;
  const drawn = Buffer.alloc(width * height * 4);
  const count = pixelmatch(other.data, one.data, drawn, width, height, { threshold: SAME_COLOUR, includeAA: true });
  if (count <= SPECKS) return 0;
  mkdirSync(dirname(toFile), { recursive: true });
  await sharp(drawn, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(toFile);
  return count / (width * height);
}

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
