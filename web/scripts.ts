import type { Rolldown } from 'vite';

type InfoOf = (id: string) => Rolldown.ModuleInfo | null;

/** The modules behind an `import()` that need this module. */
function lazyModulesWith(id: string, infoOf: InfoOf): readonly string[] {
  const needing = new Set([id]);
  for (const at of needing) for (const importer of infoOf(at)?.importers ?? []) needing.add(importer);
  return [...needing].filter((at) => (infoOf(at)?.dynamicImporters.length ?? 0) > 0);
}

/**
 * The name of the script that a module becomes part of; null if the bundler decides. Everything that each signed-in screen needs
 * becomes one script, and the part of it that the sign-in screens need as well becomes another one. The bundler alone makes a
 * script for each set of modules that the same screens need. That gave a screen a hundred scripts, and to ask for them took longer
 * than to run them.
 */
function scriptOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const lazy = lazyModulesWith(id, (at) => context.getModuleInfo(at));
  const isIn = (module: string): boolean => lazy.some((at) => at.endsWith(module));
  if (!isIn('/web/app/signed-in.tsx')) return null;
  return isIn('/web/app/auth-routes.tsx') ? 'common' : 'signed-in';
}

/** How the modules are put into scripts. */
export const scripts = {
  groups: [
    { name: 'index', tags: ['$initial'], priority: 2 },
    { name: scriptOf, debugName: 'of many screens', priority: 1 },
  ],
} satisfies Rolldown.CodeSplittingOptions;
