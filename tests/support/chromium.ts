import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { makeWhole } from './whole-folder.ts';

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const UNPACK = join(import.meta.dirname, 'unpack-process.ts');
const PACKAGE = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../package.json');
const run = promisify(execFile);

/**
 * The path of the package's own Chromium, which is unpacked once for each version; null: it has none for this system. The
 * package itself writes it into the folder for temporary files, where another process finds it before it is whole.
 */
export async function ownChromium(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const folder = join(CACHE, `vouch-chromium-${version}`);
  await makeWhole(folder, (making) => run(process.execPath, [UNPACK], { env: { ...process.env, TMPDIR: making } }));
  return join(folder, 'chromium');
}

// Not the package's own arguments: with its --single-process the browser ends after a few contexts.
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--force-color-profile=srgb',
  // Pages live for seconds: to compile what they run for speed costs more than it gives, a tenth of the renderer's time.
  '--js-flags=--no-opt --no-maglev',
];
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of the browser: the one at `CHROME_PATH`, the package's own for Linux on x64, otherwise an installed one. */
async function* candidates(): AsyncGenerator<string> {
  const named = process.env.CHROME_PATH;
  if (named) return yield named;
  const own = await ownChromium();
  if (own) yield own;
  yield* INSTALLED.filter((path) => existsSync(path));
}

/** A browser for the caller alone, who closes it. `more`: arguments. @throws Error that says how to name a browser, when none starts */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  let why = '';
  for await (const executablePath of candidates()) {
    try {
      return await chromium.launch({ executablePath, args: [...ARGS, ...more] });
    } catch (error) {
      why = `\n${error}`;
    }
  }
  throw new Error(`No browser could be started: install Chrome or Chromium, or put its path into CHROME_PATH.${why}`);
}
