// `npx node scripts/readme-pictures.ts`, once `npm start` or `npm test` has built the web: makes the pictures of README and landing page anew,
// from the screens of the demo's year. Build the web again afterwards. Names of pictures of the landing page may follow, for these alone.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Verification } from '../src/contracts/proof.ts';
import type { TimeBox } from '../src/contracts/time-box.ts';
import { DEMO, loaded, newTask, signIn, visit } from '../tests/support/browser.ts';
import { launchBrowser } from '../tests/support/chromium.ts';
import { DEMO_NOW, makeDemoYear } from '../tests/support/demo-year.ts';
import { MAIN, startServer } from '../tests/support/server-process.ts';

const README = join(import.meta.dirname, '../docs/pictures');
const LANDING = join(import.meta.dirname, '../web/landing/pictures');
const WALK = join(import.meta.dirname, '../web/landing/walk-pictures');
/** For previews of links: src/http/search-engines.ts names it with its size. */
const SHARE = { file: join(import.meta.dirname, '../web/public/share.jpg'), width: 1_200, height: 630 };
const SCREEN = { width: 1440, height: 900 };
/** What the landing page shows of a screen, in its pixels: web/landing/sections.tsx says the same. */
const PART = { width: 440, height: 275 };
/** As the screens are on a phone, and so tall that the bar at the bottom is in no picture. */
const PHONE = { width: PART.width, height: 3_600 };
/** A window in which nothing but the day line is at the right edge, because the list beside it ends before. It is low, so that it scrolls. */
const WIDE = { width: 1_800, height: 500 };
/** The sizes of the pictures of 'Watch Demo'. On a phone only the upper part of a screen is shown, so that the bar at its bottom is in no picture. */
const SIZES = {
  desk: { viewport: { width: 1_120, height: 700 }, scale: 1.5, height: 700 },
  phone: { viewport: { width: 390, height: 844 }, scale: 2, height: 500 },
} as const;
/** Just below the bar at the top of each screen. In pixels. */
const UNDER_BAR = 72;
/** Of the pictures of the landing page. Text stays sharp, and each has a few kilobytes. */
const AVIF = { quality: 52, effort: 7, chromaSubsampling: '4:4:4' } as const;
/** The seed of a demo year with kept and missed days, which ends on a day with few tasks, so that the whole screen fits a page. */
const SEED = 3;

type Theme = 'light' | 'dark';
/** The upper left corner of a picture, in pixels of the screen. */
interface Corner {
  readonly x: number;
  readonly y: number;
}
/** Opens a screen, and says where its picture is. */
type Part = (page: Page) => Promise<Corner>;
/** Opens a screen of 'Watch Demo'. */
type Screen = (page: Page) => Promise<void>;
/** The pictures of one pass, by their names. */
interface Pictures {
  readonly parts: Readonly<Record<string, Part>>;
  readonly screens: Readonly<Record<string, Screen>>;
}

const read = <T>(page: Page, path: string): Promise<T> => page.request.get(path).then((answer) => answer.json() as Promise<T>);

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await loaded(page);
}

/** The newest proof with a picture of a measurement that the partner accepted. */
async function provenByPicture(page: Page): Promise<string> {
  const decided = await read<Verification[]>(page, '/api/verifications/history?state=verified&limit=200');
  const isMeant = ({ judge, submissions }: Verification): boolean =>
    judge === 'partner' && submissions.some(({ files }) => files.some(({ name }) => name === 'before-and-after.png'));
  return decided.find(isMeant)?.task_id ?? '';
}

/** The address of the partner's page, from the mail with a summary. */
async function partnersPage(page: Page): Promise<string> {
  const [partner] = await read<{ id: string }[]>(page, '/api/partners');
  await page.request.post(`/api/partners/${partner?.id}/summary`);
  for (;;) {
    const mails = JSON.stringify(await read(page, '/dev/mailbox.json'));
    const found = /\/partner\/\w+/.exec(mails)?.[0];
    if (found !== undefined) return found;
    await page.waitForTimeout(200);
  }
}

/** Starts a focus session at the beginning of the next time box, and lets a part of it pass. */
async function startFocus(browser: Browser, url: string): Promise<void> {
  const { context, page } = await visit(browser, url);
  await signIn(context, DEMO.email, DEMO.password);
  const { now } = await read<{ now: string }>(page, '/dev/clock');
  const box = (await read<TimeBox[]>(page, '/api/time-boxes')).find(({ starts_at }) => starts_at > now);
  if (!box) throw new Error('The demo has no further time box today.');
  await page.request.post('/dev/clock', { data: { to: box.starts_at } });
  await page.request.post('/api/focus', { data: { task_id: box.task_id, box_id: box.id } });
  await page.request.post('/dev/clock', { data: { advance: `PT${Math.round(box.minutes * 0.4)}M` } });
  await context.close();
}

/** So many pixels outside of the element belong to the picture. */
const MARGIN = 16;

async function boxOf(element: Locator): Promise<{ y: number; height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`There is nothing to be seen of ${element}.`);
  return box;
}

/** A picture that begins at the upper edge of an element. */
const from = async (element: Locator, margin = MARGIN): Promise<Corner> => ({ x: 0, y: (await boxOf(element)).y - margin });

/** A picture that ends at the lower edge of an element. */
async function upTo(element: Locator): Promise<Corner> {
  const { y, height } = await boxOf(element);
  return { x: 0, y: y + height + MARGIN - PART.height };
}

/** Scrolls until the element is so many pixels below the upper edge of the window. */
async function scrollUnder(element: Locator, distance: number): Promise<void> {
  const { y } = await boxOf(element);
  await element.page().evaluate(`scrollBy(0, ${y - distance})`);
}

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < SIZES.desk.viewport.width;

/** Today with its day line, which has its own place on a desk. A phone shows the line instead of the list. */
async function dayLine(page: Page): Promise<void> {
  await opened(page, '/todo?tab=today');
  if (isPhone(page)) await page.getByRole('button', { name: 'Day line' }).click();
  await page.locator('[data-box]').first().waitFor();
}

const openTimer = (page: Page): Promise<void> => page.locator('[data-part~="focus-pill"]').click();

/** Where a partner accepts or rejects the first proof. */
const verdict = (page: Page): Locator => page.locator('form', { has: page.locator('textarea') }).first();

/** The parts and the screens on which nothing runs. */
const USUAL: Pictures = {
  parts: {
    order: async (page) => {
      await opened(page, '/todo');
      // The button for a new task is close above.
      return from(page.locator('section', { has: page.locator('[data-task]') }).first(), 12);
    },
    proof: async (page) => {
      await opened(page, `/verify/task/${await provenByPicture(page)}`);
      return from(page.getByRole('region', { name: /^Given/ }).first(), 10);
    },
    partner: async (page) => {
      await page.goto(await partnersPage(page));
      return upTo(verdict(page));
    },
    delay: async (page) => {
      await opened(page, '/report?tab=weekly');
      return from(page.getByRole('heading', { name: /delay/i }).first());
    },
    year: async (page) => {
      await opened(page, '/dashboard');
      return from(page.getByRole('heading', { name: 'The year' }));
    },
  },
  screens: {
    write: async (page) => {
      await opened(page, '/todo');
      // A phone would cut the longer line.
      await (await newTask(page)).fill(isPhone(page) ? 'review PR 5pm #work every weekday' : 'review PR tomorrow 5pm #work every weekday');
    },
    give: async (page) => opened(page, `/verify/task/${await provenByPicture(page)}`),
    judge: async (page) => {
      await page.goto(await partnersPage(page));
      // A desk has room for its buttons, too.
      if (!isPhone(page)) await scrollUnder(verdict(page), SIZES.desk.height - MARGIN - (await boxOf(verdict(page))).height);
    },
    week: async (page) => opened(page, '/report?tab=weekly'),
    home: async (page) => opened(page, '/dashboard'),
    // The last one, because the side bar, which leaves no room for the columns of the list, stays closed afterwards.
    plan: async (page) => {
      await dayLine(page);
      if (isPhone(page)) await scrollUnder(page.getByText(/ planned of .+ left /).last(), UNDER_BAR);
      else await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    },
  },
};

/** Those that show a focus session. It would stand in the bar of every other screen, too, so it is started after them. */
const IN_FOCUS: Pictures = {
  parts: {
    // The right edge of a wide window, where the timer is above the line of the day.
    timer: async (page) => {
      await page.setViewportSize(WIDE);
      await dayLine(page);
      await scrollUnder(page.locator('[data-part~="now"]'), PART.height * 0.57);
      return { x: WIDE.width - PART.width, y: 0 };
    },
  },
  screens: {
    focus: async (page) => {
      // A phone shows the timer at the lower edge of its window.
      if (isPhone(page)) await page.setViewportSize({ ...SIZES.phone.viewport, height: SIZES.phone.height });
      await opened(page, '/todo?tab=today');
      await openTimer(page);
      await page.getByRole('timer').waitFor();
    },
  },
};

/** The names that were given. None: every picture is made. */
const WANTED = process.argv.slice(2);
const wantedOf = <T>(pictures: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(pictures).filter(([name]) => WANTED.length === 0 || WANTED.includes(name));

/** The pictures of the landing page, in one theme. */
async function landing(browser: Browser, url: string, theme: Theme, { parts }: Pictures): Promise<void> {
  const { context, page } = await visit(browser, url, { viewport: PHONE, colorScheme: theme, deviceScaleFactor: 2 });
  await signIn(context, DEMO.email, DEMO.password);
  for (const [name, part] of wantedOf(parts)) {
    const corner = await part(page);
    await page.waitForTimeout(500);
    const png = await page.screenshot({ clip: { ...corner, ...PART } });
    await sharp(png)
      .avif(AVIF)
      .toFile(join(LANDING, `${name}-${theme}.avif`));
  }
  await context.close();
}

/** The pictures of 'Watch Demo', in one theme and size. */
async function walk(browser: Browser, url: string, theme: Theme, size: keyof typeof SIZES, { screens }: Pictures): Promise<void> {
  const { viewport, scale, height } = SIZES[size];
  const { context, page } = await visit(browser, url, { viewport, colorScheme: theme, deviceScaleFactor: scale });
  await signIn(context, DEMO.email, DEMO.password);
  for (const [name, open] of wantedOf(screens)) {
    await open(page);
    await page.waitForTimeout(500);
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: viewport.width, height } });
    await sharp(png)
      .avif(AVIF)
      .toFile(join(WALK, `${name}-${size}-${theme}.avif`));
  }
  await context.close();
}

/** What somebody sees to whom a link to the program is sent. */
async function share(browser: Browser, url: string): Promise<void> {
  const { file, width, height } = SHARE;
  const { context, page } = await visit(browser, url, { viewport: { width, height } });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(500);
  await sharp(await page.screenshot())
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(file);
  await context.close();
}

/** The pictures of the README. */
async function readme(browser: Browser, url: string): Promise<void> {
  const { context, page } = await visit(browser, url, { viewport: SCREEN });
  await signIn(context, DEMO.email, DEMO.password);
  await opened(page, '/dashboard');
  // As tall as the content, so that the side bar is beside all of it.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...SCREEN, height });
  await page.screenshot({ path: join(README, 'dashboard.png') });
  await page.setViewportSize(SCREEN);
  await opened(page, '/verify');
  await page.getByRole('link', { name: /Load test/ }).click();
  await page.getByRole('article').getByRole('heading', { name: 'Send again' }).waitFor();
  await loaded(page);
  await page.screenshot({ path: join(README, 'verify.png') });
  await context.close();
}

async function ofBothThemes(browser: Browser, url: string, pictures: Pictures): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await landing(browser, url, theme, pictures);
    for (const size of ['desk', 'phone'] as const) await walk(browser, url, theme, size, pictures);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'vouch-pictures-'));
await makeDemoYear(folder, SEED, MAIN);
const server = await startServer(folder, { VOUCH_CLOCK: DEMO_NOW }, MAIN);
const browser = await launchBrowser();
try {
  for (const one of [README, LANDING, WALK]) mkdirSync(one, { recursive: true });
  if (WANTED.length === 0) {
    await readme(browser, server.url);
    await share(browser, server.url);
  }
  await ofBothThemes(browser, server.url, USUAL);
  await startFocus(browser, server.url);
  await ofBothThemes(browser, server.url, IN_FOCUS);
} finally {
  await browser.close();
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
