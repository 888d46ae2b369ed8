import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
