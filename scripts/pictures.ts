// `npx node scripts/pictures.ts`, once `npm start` or `npm test` has built the web: draws docs/pictures anew, from the demo's year.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, loaded, signIn, visit } from '../tests/support/browser.ts';
import { DEMO } from '../tests/support/demo.ts';
import { DEMO_NOW, makeDemoYear } from '../tests/support/demo-year.ts';
import { MAIN, startServer } from '../tests/support/server-process.ts';

const PICTURES = join(import.meta.dirname, '../docs/pictures');
const SCREEN = { width: 1440, height: 900 };
/** The seed of a demo year with kept and missed days, which ends on a day with few tasks, so that the whole screen fits a page. */
const SEED = 3;

const folder = mkdtempSync(join(tmpdir(), 'vouch-pictures-'));
await makeDemoYear(folder, SEED, MAIN);
const server = await startServer(folder, { VOUCH_CLOCK: DEMO_NOW }, MAIN);
const browser = await launchBrowser();
try {
  const { context, page } = await visit(browser, server.url, { viewport: SCREEN });
  await signIn(context, DEMO.email, DEMO.password);
  await page.goto('/dashboard');
  await loaded(page);
  // As tall as the content, so that the side bar is beside all of it.
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  await page.setViewportSize({ ...SCREEN, height });
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, 'dashboard.png') });
  await page.setViewportSize(SCREEN);
  await page.goto('/verify');
  await loaded(page);
  await page.getByRole('link', { name: /Load test/ }).click();
  await page.getByRole('article').getByRole('heading', { name: 'Send again' }).waitFor();
  await loaded(page);
  await page.screenshot({ path: join(PICTURES, 'verify.png') });
} finally {
  await browser.close();
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
