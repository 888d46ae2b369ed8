import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Options with which Node runs the program, as `npm start` and the image do. */
export const { nodeOptions: NODE_OPTIONS } = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly config: { readonly nodeOptions: readonly string[] } }
).config;
