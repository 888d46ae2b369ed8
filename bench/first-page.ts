import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../tests/support/chromium.ts';
import { ROOT, withFolder } from './support/folder.ts';
import type { Bench } from './support/measure.ts';
import { startProgram } from './support/program.ts';

const GOAL = 105;

/** Kilobytes of compressed script that a browser loads for the landing page. */
export const firstPageKb: Bench = () =>
  withFolder(async (folder) => {
    if (!existsSync(join(ROOT, 'dist', 'web', 'index.html'))) throw new Error('The web client is not built: npm run bench builds it.');
    const program = await startProgram(join(folder, 'data'));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const sizes: Promise<number>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() === 'script') sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      });
      await page.goto(program.url, { waitUntil: 'networkidle' });
      const kb = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1_024;
      if (kb === 0) throw new Error('The landing page loaded no script.');
      return [{ name: 'first_page_kb', ratio: kb, goal: GOAL, better: 'lower', ours: kb, baseline: 0, unit: 'KB of script', runs: 1 }];
    } finally {
      await browser.close();
      await program.stop();
    }
  });
