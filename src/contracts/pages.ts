/** The paths of the screens that need a session, as the folders of web/ have them. */
export const SCREENS = [
  '/dashboard',
  '/todo',
  '/alerts',
  '/report',
  '/profile',
  '/settings',
  '/settings/notifications',
  '/settings/time',
  '/settings/accountability_partner',
  '/settings/account',
] as const;

/** The pages that anybody can open, and the introduction, which has no frame. */
const OTHERS = ['/', '/welcome', '/auth', '/auth/forgot', '/auth/confirm', '/auth/reset', '/terms', '/privacy', '/security', '/dev/ui'];

const PAGES: ReadonlySet<string> = new Set([...SCREENS, ...OTHERS]);

/** Whether the web has a page at this path. As in its router, case makes no difference, nor does a slash at the end. */
export const isPage = (path: string): boolean => PAGES.has(path.toLowerCase().replace(/(?<=[^/])\/$/, ''));
