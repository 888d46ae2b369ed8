import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Each address that a folder's `screens.ts` names, one on a line of its own. */
const ADDRESS = /^ {2}'(\/[^']+)':/gm;

/** The addresses of all screens that need a session, sorted: what the folders of `web/` say in their `screens.ts`. */
export const screenPaths = (): readonly string[] =>
  globSync('*/screens.ts', { cwd: import.meta.dirname })
    .flatMap((file) => [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(ADDRESS)].map(([, path = '']) => path))
    .sort();
