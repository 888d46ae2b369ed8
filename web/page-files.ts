import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const SIGNED_IN = 'app/signed-in.tsx';
const AUTH = ['app/auth-routes.tsx'];
const EMAILED = [...AUTH, 'account/emailed-links.tsx'];
const LEGAL = ['app/other-pages.tsx'];

/** The modules that are loaded for the pages that have no `screens.ts`. */
const OTHER_PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['landing/landing.tsx'],
  '/auth': AUTH,
  '/auth/forgot': EMAILED,
  '/auth/confirm': EMAILED,
  '/auth/reset': EMAILED,
  '/oauth/redirect': [...LEGAL, 'account/oauth-redirect.tsx'],
  '/terms': LEGAL,
  '/privacy': LEGAL,
  '/security': LEGAL,
  '/verify-a-report': [...LEGAL, 'verify-report/verify-report.tsx'],
  '/dev/ui': [...LEGAL, 'gallery/gallery.tsx'],
  '/welcome': [SIGNED_IN, 'welcome/welcome.tsx'],
};

type Loads = Readonly<Record<string, () => unknown>>;

/** The modules that are loaded for each address. A screen says in its `screens.ts` which module it is. */
async function modulesByPage(): Promise<ReadonlyMap<string, readonly string[]>> {
  const web = import.meta.dirname;
  const pages = new Map(Object.entries(OTHER_PAGES).map(([path, files]) => [path, files.map((file) => join(web, file))]));
  for (const file of globSync('*/screens.ts', { cwd: web }).toSorted()) {
    const { screens } = (await import(join(web, file))) as { readonly screens: Loads };
    for (const [path, load] of Object.entries(screens)) {
      const [, module = ''] = /import\(['"]([^'"]+)['"]\)/.exec(String(load)) ?? [];
      pages.set(path, [join(web, SIGNED_IN), resolve(web, file, '..', module)]);
    }
  }
  return pages;
}

/** What has to be there before a module runs: a script after those that it imports, and the styles of each. */
function filesOf(script: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): ReadonlySet<string> {
  const chunk = bundle[script];
  if (chunk?.type !== 'chunk' || found.has(`/${script}`)) return found;
  for (const imported of chunk.imports) filesOf(imported, bundle, found);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(`/${style}`);
  return found.add(`/${script}`);
}

/**
 * Lists the pages for the server, each with the scripts and styles that its first look needs beside those of `index.html`. The
 * server names them in the document.
 */
export const pageFiles: Plugin = {
  name: 'page-files',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    const whole = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...filesOf(fileName, bundle)]));
    const pages = [...(await modulesByPage())].map(([path, modules]) => {
      const scripts = modules.map((module) => chunks.find(({ moduleIds }) => moduleIds.includes(module))?.fileName);
      if (scripts.includes(undefined)) throw new Error(`The page ${path} has no script.`);
      const files = new Set(scripts.flatMap((script) => [...filesOf(script ?? '', bundle)]));
      return [path, [...files].filter((file) => !whole.has(file))];
    });
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(pages)) });
  },
};
