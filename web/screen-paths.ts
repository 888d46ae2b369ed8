import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In `screens.ts` each address is on a line of its own. */
const ADDRESS = /^ {2}'(\/[^']+)':/gm;

/** The addresses of all screens that need a session, sorted. They come from the `screens.ts` files in the folders of `web/`. */
export const screenPaths = (): readonly string[] =>
  globSync('*/screens.ts', { cwd: import.meta.dirname })
    .flatMap((file) => [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(ADDRESS)].map(([, path = '']) => path))
    .sort();
