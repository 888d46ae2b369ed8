import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The pages that anybody can open, and the introduction, which has no frame. */
const OTHERS = [
  '/',
  '/welcome',
  '/auth',
  '/auth/forgot',
  '/auth/confirm',
  '/auth/reset',
  '/oauth/redirect',
  '/terms',
  '/privacy',
  '/security',
  '/dev/ui',
];

/**
 * Tells whether the built web client in `root` has a page at a path. The build lists the screens in `screens.json`. As in the
 * client's router, upper and lower case make no difference, nor does a slash at the end.
 */
export function knownPages(root: string): (path: string) => boolean {
  let pages: RegExp | null = null;
  return (path) => {
    pages ??= patternOf([...OTHERS, ...(JSON.parse(readFileSync(join(root, 'screens.json'), 'utf8')) as string[])]);
    return pages.test(path.replace(/(?<=[^/])\/$/, ''));
  };
}

/** Whether a path is one of these addresses. A part of an address that begins with a colon stands for any text (`/verify/task/:taskId`). */
const patternOf = (addresses: readonly string[]): RegExp =>
  new RegExp(`^(?:${addresses.map((address) => address.replace(/:\w+/g, '[^/]+')).join('|')})$`, 'i');
