import type { Rolldown } from 'vite';

const SIGNED_IN = '/web/app/signed-in.tsx';

/** What somebody who presses something may be shown. */
const OVERLAYS = ['menu-parts', 'dialog-parts', 'popover-parts', 'tooltip-parts'].map((name) => `/web/ui/${name}.tsx`);

type InfoOf = (id: string) => Rolldown.ModuleInfo | null;

/** The modules that are loaded with `import()` and need this module. */
function lazyModulesWith(id: string, infoOf: InfoOf): readonly string[] {
  const needing = new Set([id]);
  for (const at of needing) for (const importer of infoOf(at)?.importers ?? []) needing.add(importer);
  return [...needing].filter((at) => (infoOf(at)?.dynamicImporters.length ?? 0) > 0);
}

/**
 * The script to which a module belongs; null lets the bundler decide. What the landing page shares with other pages forms one
 * script, what every signed-in screen needs forms two (one of them has what the sign-in pages need as well), what the list of
 * tasks shares with other screens forms another, and so on. What comes once somebody has done something (menus, dialogs) forms
 * one, and what it shares with the tabs of the sign-in page another. The bundler alone makes a script for each set of modules that the
 * same screens need. This gave a screen a hundred scripts, and requesting them took longer than running them.
 */
function scriptOf(id: string, infoOf: InfoOf): string | null {
  // It asks for the session as soon as it runs, and pages without one share other parts of that script.
  if (id.endsWith(SIGNED_IN)) return null;
  const lazy = lazyModulesWith(id, infoOf);
  if (lazy.length < 2 && !lazy.some((at) => at.endsWith(SIGNED_IN))) return null;
  // Its lower sections are loaded later, and share nothing with other pages.
  if (lazy.every((at) => at.includes('/web/landing/'))) return null;
  const isIn = (module: string): boolean => lazy.some((at) => at.endsWith(module));
  if (isIn('/web/landing/landing.tsx')) return 'plain';
  const [signedIn, lists] = [isIn(SIGNED_IN), isIn('/web/app/todo-screen.tsx')];
  const isOverlay = OVERLAYS.some(isIn);
  if (isIn('/web/app/auth-routes.tsx')) return signedIn || lists ? 'common' : isOverlay ? 'tabs' : 'forms';
  // Not 'signed-in': by that name the server knows the pages that ask for the session.
  if (signedIn) return 'frame';
  if (lists) return 'lists';
  if (isIn('/web/dashboard/dashboard.tsx')) return 'figures';
  if (isIn('/web/dashboard/charts.tsx')) return 'charts';
  if (isOverlay) return 'overlays';
  if (isIn('/web/app/live-page.ts')) return 'live';
  return id.includes('/lucide-react/') ? 'icons' : null;
}

/** A group takes what its modules import as well, unless a group of a higher priority has it. */
const group = (name: string, priority: number) => ({
  name: (id: string, context: Rolldown.ChunkingContext) => (scriptOf(id, (at) => context.getModuleInfo(at)) === name ? name : null),
  debugName: name,
  priority,
});

/** `web/ui/styles/order.ts` gives the order of these, which holds only within one style sheet. */
const FIRST_STYLES = /\/web\/ui\/(styles\/index|(text|icon|mark|button|badge|states|ledger|page|layout)\.module)\.css$/;

const GROUPS = ['plain', 'common', 'tabs', 'forms', 'frame', 'lists', 'figures', 'charts', 'overlays', 'live', 'icons'];
/** The scripts that are a page's own, of the pages that people open first. */
const PAGES = ['landing', 'auth-routes', 'signed-in', 'todo-screen', 'dashboard', 'verify', 'report'];

/** The scripts and styles that most visits need before anything is shown. */
export const FIRST_FILES = new RegExp(`^assets/(?:index|styles|${[...GROUPS, ...PAGES].join('|')})-[\\w-]{8}\\.(?:js|css)$`);

export const scripts = {
  groups: [
    { name: 'styles', test: FIRST_STYLES, priority: 13 },
    { name: 'index', tags: ['$initial'], priority: 12 },
    ...GROUPS.map((name, at) => group(name, 11 - at)),
  ],
} satisfies Rolldown.CodeSplittingOptions;
