// `node scripts/pictures.ts`, once `npm start` or `npm test` has built the web: draws docs/pictures anew, from the demo's year.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loaded, signIn, startBrowser, visit } from '../tests/support/browser.ts';
import { DEMO, startDemoServer } from '../tests/support/demo.ts';

const PICTURES = join(import.meta.dirname, '../docs/pictures');
/** Width and height of the screen, in px; the picture is as tall as the screen. */
const SIZE = { width: 1440, height: 1100 };

const folder = mkdtempSync(join(tmpdir(), 'vouch-pictures-'));
const server = await startDemoServer(folder);
const browser = await startBrowser();
try {
  const { context, page } = await visit(browser, server.url, { viewport: SIZE });
  await signIn(context, DEMO.email, DEMO.password);
  await page.goto('/dashboard');
  await loaded(page);
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, 'dashboard.png') });
} finally {
  await browser.close();
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
