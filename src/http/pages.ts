import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages that anybody can open, and the introduction, which has no frame. */
const OTHERS = ['/', '/welcome', '/auth', '/auth/forgot', '/auth/confirm', '/auth/reset', '/terms', '/privacy', '/security', '/dev/ui'];

/**
 * Tells whether the built web client in `root` has a page at a path. The build lists the screens in `screens.json`. As in the
 * client's router, upper and lower case make no difference, nor does a slash at the end.
 */
export function knownPages(root: string): (path: string) => boolean {
  let pages: ReadonlySet<string> | null = null;
  return (path) => {
    pages ??= new Set([...OTHERS, ...(JSON.parse(readFileSync(join(root, 'screens.json'), 'utf8')) as string[])]);
    return pages.has(path.toLowerCase().replace(/(?<=[^/])\/$/, ''));
  };
}
