import type { Rolldown } from 'vite';

const SIGNED_IN = '/web/app/signed-in.tsx';

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
 * tasks shares with other screens forms another, and so on. The bundler alone makes a script for each set of modules that the
 * same screens need. This gave a screen a hundred scripts, and requesting them took longer than running them.
 */
function scriptOf(id: string, infoOf: InfoOf): string | null {
  // It asks for the session as soon as it runs, and pages without one share other parts of that script.
  if (id.endsWith(SIGNED_IN)) return null;
  const lazy = lazyModulesWith(id, infoOf);
  if (lazy.length < 2 && !lazy.some((at) => at.endsWith(SIGNED_IN))) return null;
  const isIn = (module: string): boolean => lazy.some((at) => at.endsWith(module));
  if (isIn('/web/landing/landing.tsx')) return 'plain';
  const [signedIn, lists] = [isIn(SIGNED_IN), isIn('/web/app/todo-screen.tsx')];
  if (isIn('/web/app/auth-routes.tsx')) return signedIn || lists ? 'common' : 'forms';
  // Not 'signed-in': by that name the server knows the pages that ask for the session.
  if (signedIn) return 'frame';
  return lists ? 'lists' : isIn('/web/dashboard/dashboard.tsx') ? 'figures' : null;
}

/** A group takes what its modules import as well, unless a group of a higher priority has it. */
const group = (name: string, priority: number) => ({
  name: (id: string, context: Rolldown.ChunkingContext) => (scriptOf(id, (at) => context.getModuleInfo(at)) === name ? name : null),
  debugName: name,
  priority,
});

/** `web/ui/styles/order.ts` gives the order of these, which holds only within one style sheet. */
const FIRST_STYLES = /\/web\/ui\/(styles\/index|(text|icon|mark|button|badge|states|ledger|page|layout)\.module)\.css$/;

export const scripts = {
  groups: [
    { name: 'styles', test: FIRST_STYLES, priority: 8 },
    { name: 'index', tags: ['$initial'], priority: 7 },
    ...['plain', 'common', 'forms', 'frame', 'lists', 'figures'].map((name, at) => group(name, 6 - at)),
  ],
} satisfies Rolldown.CodeSplittingOptions;
