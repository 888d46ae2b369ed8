import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import send from 'koa-send';
import { Refusal } from './kernel/problems.ts';
import { knownPages } from './pages.ts';

/** What may be the name of a file. */
const FILE = /\.\w{2,11}$/;
/** The script of the worker that runs people's code. It may start WebAssembly, and connect to nothing. */
const CODE_WORKER = /^\/assets\/sandbox-worker-[\w-]+\.js$/;
const WORKER_CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'";
const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * Serves the built web client: its files, and its one page for every other path, with status 404 where no screen has that
 * path. File names under `assets/` contain a hash.
 */
export function serveWeb(root: string): Middleware {
  const isPage = knownPages(root);
  const isBuilt = access(join(root, 'index.html')).then(
    () => true,
    () => false,
  );
  return async (context) => {
    if (!(await isBuilt)) throw new Refusal(404, 'not_found', 'The web client has not been built yet. Run npm start, which builds it.');
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      if (!isPage(context.path) && !FILE.test(context.path)) throw new Refusal(404, 'not_found', 'There is no such path.');
      throw new Refusal(405, 'method_not_allowed', 'Pages can only be read.', { headers: { Allow: 'GET, HEAD' } });
    }
    if (await sentFile(context, root)) return;
    if (context.path.startsWith('/assets/')) throw new Refusal(404, 'not_found', 'There is no such file.');
    await send(context, 'index.html', { root, maxage: 0 });
    context.status = isPage(context.path) ? 200 : 404;
    context.set('Cache-Control', 'no-cache');
  };
}

async function sentFile(context: Parameters<Middleware>[0], root: string): Promise<boolean> {
  if (!FILE.test(context.path) || context.path === '/index.html') return false;
  const hashed = context.path.startsWith('/assets/');
  try {
    if (CODE_WORKER.test(context.path)) context.set('Content-Security-Policy', WORKER_CSP);
    const sent = await send(context, context.path, { root, maxage: hashed ? YEAR_MS : 3_600_000, immutable: hashed });
    return sent !== undefined;
  } catch (error) {
    if ((error as { status?: number }).status === undefined) throw error;
    return false;
  }
}
