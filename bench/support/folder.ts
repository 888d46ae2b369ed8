import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

interface Config {
  readonly nodeOptions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Options and environment with which Node runs the program, as `npm start` and the image do. */
export const { nodeOptions: NODE_OPTIONS, environment: ENVIRONMENT } = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly config: Config }
).config;

const PLACE = join(ROOT, '.cache', 'bench');

/** A folder on the disk that the program would use: in a memory file system every commit would cost nothing. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(PLACE, { recursive: true });
  const folder = mkdtempSync(join(PLACE, 'run-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
