import { readFileSync } from 'node:fs';
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
