import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import { callsWithoutSchemas } from './calls-without-schemas.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const FILE = 'push-worker.js';

/** Scripts that few people need, and that are large: they are stored when they are first used. */
const ON_DEMAND = /\/node_modules\/|\/web\/proof\/coding\/editor\.tsx?$|\/web\/gallery\//;
/** Fonts of other alphabets are stored when a text needs them. */
const FIRST_FONTS = /-latin-wght-normal-[\w-]+\.woff2$/;
const CHECK_WORKER = /\/check-worker-[\w-]+\.js$/;

/** The addresses of all scripts, styles and fonts that the screens need, sorted. */
export function shellFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const files = new Set(Object.keys(bundle).filter((name) => FIRST_FONTS.test(name) || CHECK_WORKER.test(name)));
  const names = Object.values(bundle).flatMap((one) => (one.type === 'chunk' && one.isEntry ? [one.fileName] : []));
  for (const name of names) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) continue;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    const later = chunk.dynamicImports.filter((one) => {
      const found = bundle[one];
      return found?.type === 'chunk' && !ON_DEMAND.test(found.facadeModuleId ?? '');
    });
    names.push(...chunk.imports, ...later);
  }
  return [...files].map((file) => `/${file}`).sort();
}

/** One script without imports, because not every browser loads modules in a service worker. */
async function bundled(files: readonly string[]): Promise<string> {
  const made = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    plugins: [callsWithoutSchemas],
    define: { SHELL_FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: ['chrome123', 'firefox128', 'safari17.5'],
      rolldownOptions: { input: `${ROOT}api/push-worker/worker.ts`, output: { format: 'iife' } },
    },
  });
  const outputs = Array.isArray(made) ? made : 'output' in made ? [made] : [];
  const [chunk] = outputs.flatMap(({ output }) => output.flatMap((one) => (one.type === 'chunk' ? [one.code] : [])));
  if (chunk === undefined) throw new Error('The service worker was not built.');
  return chunk;
}

/**
 * Adds the service worker, which shows pushes and serves the screens without a connection. It must be at the root, because it
 * may open every page. Browsers that have it know it by this name.
 */
export const pushWorkerFile: Plugin = {
  name: 'push-worker-file',
  configureServer(server) {
    server.middlewares.use(`/${FILE}`, (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript');
      void bundled([]).then((code) => response.end(code));
    });
  },
  async generateBundle(_options, bundle) {
    this.emitFile({ type: 'asset', fileName: FILE, source: await bundled(shellFiles(bundle)) });
  },
};
