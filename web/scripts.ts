import type { Rolldown } from 'vite';

type InfoOf = (id: string) => Rolldown.ModuleInfo | null;

/** The modules that are loaded with `import()` and need this module. */
function lazyModulesWith(id: string, infoOf: InfoOf): readonly string[] {
  const needing = new Set([id]);
  for (const at of needing) for (const importer of infoOf(at)?.importers ?? []) needing.add(importer);
  return [...needing].filter((at) => (infoOf(at)?.dynamicImporters.length ?? 0) > 0);
}

/**
 * The script to which a module belongs; null lets the bundler decide. The modules that every signed-in screen needs form one
 * script, and those of them that the sign-in screens need as well form another. The bundler alone makes a script for each set
 * of modules that the same screens need. This gave a screen a hundred scripts, and requesting them took longer than running
 * them.
 */
function scriptOf(id: string, context: Rolldown.ChunkingContext): string | null {
  const lazy = lazyModulesWith(id, (at) => context.getModuleInfo(at));
  const isIn = (module: string): boolean => lazy.some((at) => at.endsWith(module));
  if (!isIn('/web/app/signed-in.tsx')) return null;
  return isIn('/web/app/auth-routes.tsx') ? 'common' : 'signed-in';
}

export const scripts = {
  groups: [
    { name: 'index', tags: ['$initial'], priority: 2 },
    { name: scriptOf, debugName: 'of many screens', priority: 1 },
  ],
} satisfies Rolldown.CodeSplittingOptions;
