// `npx node scripts/readme-pictures.ts`, once `npm start` or `npm test` has built the web: makes the pictures of README and landing page anew,
// from the screens of the demo's year. Build the web again afterwards.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Verification } from '../src/contracts/proof.ts';
import type { Task } from '../src/contracts/task.ts';
import { DEMO, launchBrowser, loaded, signIn, visit } from '../tests/support/browser.ts';
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
/** Of the pictures of the landing page. Text stays sharp, and each has a few kilobytes. */
const AVIF = { quality: 52, effort: 7, chromaSubsampling: '4:4:4' } as const;
/** The seed of a demo year with kept and missed days, which ends on a day with few tasks, so that the whole screen fits a page. */
const SEED = 3;

/** The element at whose upper edge a picture begins, or at whose lower edge it ends. */
type Edge = { readonly from: Locator } | { readonly to: Locator };
/** Opens a screen, and says where its picture is. */
type Part = (page: Page) => Promise<Edge>;

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

/** A session of focus on a task of today, some minutes after its start. */
async function focused(page: Page): Promise<void> {
  if ((await read<{ current: object | null }>(page, '/api/focus')).current !== null) return;
  const tasks = await read<Task[]>(page, '/api/tasks?status=pending,in_progress');
  const task = tasks.find(({ estimate_minutes, due_time }) => estimate_minutes !== null && due_time !== null);
  await page.request.post('/api/focus', { data: { task_id: task?.id, minutes: 25 } });
  await page.request.post('/dev/clock', { data: { advance: 'PT9M' } });
}

const PARTS: Readonly<Record<string, Part>> = {
  order: async (page) => {
    await opened(page, '/todo');
    return { from: page.locator('section', { has: page.locator('[data-task]') }).first() };
  },
  proof: async (page) => {
    await opened(page, `/verify/task/${await provenByPicture(page)}`);
    return { from: page.getByRole('region', { name: /^Given/ }).first() };
  },
  partner: async (page) => {
    await page.goto(await partnersPage(page));
    return { to: page.locator('form').last() };
  },
  delay: async (page) => {
    await opened(page, '/report?type=weekly');
    return { from: page.getByRole('heading', { name: /delay/i }).first() };
  },
  timer: async (page) => {
    await focused(page);
    await opened(page, '/todo');
    await page.locator('[data-part~="focus-pill"]').click();
    return { from: page.getByRole('dialog').getByRole('heading', { level: 2 }) };
  },
  year: async (page) => {
    await opened(page, '/dashboard');
    return { from: page.getByRole('heading', { name: 'The year' }) };
  },
};
/** So many pixels outside of the element belong to the picture. */
const MARGIN = 16;

/** The pictures of the landing page, in one theme. */
async function landing(browser: Browser, url: string, theme: 'light' | 'dark'): Promise<void> {
  const { context, page } = await visit(browser, url, { viewport: PHONE, colorScheme: theme, deviceScaleFactor: 2 });
  await signIn(context, DEMO.email, DEMO.password);
  for (const [name, part] of Object.entries(PARTS)) {
    const edge = await part(page);
    await page.waitForTimeout(500);
    const box = await ('from' in edge ? edge.from : edge.to).boundingBox();
    if (box === null) throw new Error(`There is nothing to be seen of '${name}'.`);
    const y = 'from' in edge ? box.y - MARGIN : box.y + box.height + MARGIN - PART.height;
    const png = await page.screenshot({ clip: { x: 0, y, ...PART } });
    await sharp(png)
      .avif(AVIF)
      .toFile(join(LANDING, `${name}-${theme}.avif`));
  }
  await context.close();
}

/** The screens of 'Watch Demo', by the names in web/content/landing.ts. Each of them begins at its top. */
const WALK_SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  write: async (page) => {
    await opened(page, '/todo');
    await page.getByRole('textbox', { name: 'New task' }).fill('review PR tomorrow 5pm #work every weekday');
  },
  give: async (page) => opened(page, `/verify/task/${await provenByPicture(page)}`),
  judge: async (page) => void (await page.goto(await partnersPage(page))),
  week: async (page) => opened(page, '/report?tab=weekly'),
  home: async (page) => opened(page, '/dashboard'),
};
/** On a phone only the upper part of a screen is shown, so that the bar at its bottom is in no picture. */
const SIZES = {
  desk: { viewport: { width: 1_120, height: 700 }, scale: 1.5, height: 700 },
  phone: { viewport: { width: 390, height: 844 }, scale: 2, height: 500 },
} as const;

/** The pictures of 'Watch Demo', in one theme and size. */
async function walk(browser: Browser, url: string, theme: 'light' | 'dark', size: keyof typeof SIZES): Promise<void> {
  const { viewport, scale, height } = SIZES[size];
  const { context, page } = await visit(browser, url, { viewport, colorScheme: theme, deviceScaleFactor: scale });
  await signIn(context, DEMO.email, DEMO.password);
  for (const [name, open] of Object.entries(WALK_SCREENS)) {
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

const folder = mkdtempSync(join(tmpdir(), 'vouch-pictures-'));
await makeDemoYear(folder, SEED, MAIN);
const server = await startServer(folder, { VOUCH_CLOCK: DEMO_NOW }, MAIN);
const browser = await launchBrowser();
try {
  for (const one of [README, LANDING, WALK]) mkdirSync(one, { recursive: true });
  await readme(browser, server.url);
  await share(browser, server.url);
  for (const theme of ['light', 'dark'] as const) {
    await landing(browser, server.url, theme);
    for (const size of ['desk', 'phone'] as const) await walk(browser, server.url, theme, size);
  }
} finally {
  await browser.close();
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
