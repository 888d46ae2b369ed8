import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { callsWithoutSchemas } from './calls-without-schemas.ts';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const FILE = 'push-worker.js';

/** One script without imports, because not every browser loads modules in a service worker. */
async function bundled(): Promise<string> {
  const made = await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'error',
    plugins: [callsWithoutSchemas],
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

/** Adds the service worker that shows pushes. It must be at the root, because it may open every page. */
export const pushWorkerFile: Plugin = {
  name: 'push-worker-file',
  configureServer(server) {
    server.middlewares.use(`/${FILE}`, (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript');
      void bundled().then((code) => response.end(code));
    });
  },
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: await bundled() });
  },
};
