import { readFileSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Middleware } from 'koa';
import send from 'koa-send';
import { z } from 'zod';
import type { KeyList, SigningKey } from '../contracts/ledger/head.ts';
import { firstLook, seemsSignedIn } from './first-look.ts';
import { Refusal } from './kernel/problems.ts';
import { addressPattern, pageLinks, withLinks, withoutLastSlash } from './page-links.ts';
import { robotsFile, sitemap, withPreview } from './search-engines.ts';

/** It needs a session, but has no side bar. */
const INTRODUCTION = '/welcome';

/** The public pages, and the introduction. */
const OTHER_PAGES = [
  '/',
  INTRODUCTION,
  '/auth',
  '/auth/forgot',
  '/auth/confirm',
  '/auth/reset',
  '/oauth/redirect',
  '/terms',
  '/privacy',
  '/security',
  '/verify-a-report',
  '/dev/ui',
];

const SCREENS = z.array(z.string());

/**
 * Whether the built web client in `root` has a page at a path. The build lists the screens in `screens.json`. As in the
 * client's router, case and a slash at the end do not matter.
 */
export function knownPages(root: string): (path: string) => boolean {
  let pages: RegExp | null = null;
  return (path) => {
    pages ??= addressPattern([...OTHER_PAGES, ...SCREENS.parse(JSON.parse(readFileSync(join(root, 'screens.json'), 'utf8')))]);
    return pages.test(withoutLastSlash(path));
  };
}

/** Files that contain the program's own address. */
const MADE: ReadonlyMap<string, { readonly type: string; readonly of: (origin: string) => string }> = new Map([
  ['/robots.txt', { type: 'text/plain', of: robotsFile }],
  ['/sitemap.xml', { type: 'application/xml', of: sitemap }],
]);

const SHARED = '/shared';
const FILE = /\.\w{2,11}$/;
/** A worker has the policy of its own script. None may connect to anything, and the one that runs people's code may start WebAssembly. */
const WORKERS: readonly { readonly script: RegExp; readonly policy: string }[] = [
  {
    script: /^\/assets\/sandbox-worker-[\w-]+\.js$/,
    policy: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'",
  },
  { script: /^\/assets\/check-worker-[\w-]+\.js$/, policy: "default-src 'none'; script-src 'self'; connect-src 'none'" },
];
/** The page that checks papers asks nobody, so that anybody can see that a file does not leave the browser. */
const CHECKING_PAGE = /^\/verify-a-report\/?$/i;
const YEAR_MS = 365 * 24 * 3_600_000;

export interface WebPorts {
  /** The origin under which the program is reached. */
  readonly originOf: (request: IncomingMessage) => string;
  /** The keys by which the program signs. */
  readonly keys: () => Promise<readonly SigningKey[]>;
  /** That of the live connection (`Live.position`). */
  readonly position: () => string | null;
}

/**
 * Serves the files of the web client. Every other path gets its one page, with status 404 if no screen has that path. File
 * names under `assets/` contain a hash.
 */
export function serveWeb(root: string, { originOf, keys, position }: WebPorts): Middleware {
  const isPage = knownPages(root);
  const pageAt = pageLinks(root);
  const withFirstLook = firstLook(root, position);
  const page = join(root, 'index.html');
  const isBuilt = access(page).then(
    () => true,
    () => false,
  );
  return async (context) => {
    if (!(await isBuilt)) throw new Refusal(404, 'not_found', 'The web client has not been built yet. Run npm start, which builds it.');
    if (context.method === 'POST' && context.path === SHARED) return refuseShared(context);
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      if (!isPage(context.path) && !FILE.test(context.path)) throw new Refusal(404, 'not_found', 'There is no such path.');
      throw new Refusal(405, 'method_not_allowed', 'Pages can only be read.', { headers: { Allow: 'GET, HEAD' } });
    }
    const origin = originOf(context.req);
    const made = MADE.get(context.path);
    if (made !== undefined) {
      context.type = made.type;
      context.body = made.of(origin);
      return;
    }
    if (await sentFile(context, root)) return;
    if (context.path.startsWith('/assets/')) throw new Refusal(404, 'not_found', 'There is no such file.');
    context.type = 'html';
    const here = pageAt(context.path);
    const linked = withLinks(await readFile(page, 'utf8'), here);
    const cookies = context.get('cookie');
    const hasFrame = here.needsSession && context.path !== INTRODUCTION && seemsSignedIn(cookies);
    const looking = hasFrame ? withFirstLook(linked, context.path + context.search, cookies) : linked;
    context.body = withPreview(looking, context.path, origin);
    if (CHECKING_PAGE.test(context.path)) {
      context.body = withKeys(context.body, { origin, keys: [...(await keys())] });
      context.set(
        'Content-Security-Policy',
        context.response.get('Content-Security-Policy').replace("connect-src 'self'", "connect-src 'none'"),
      );
    }
    context.status = isPage(context.path) ? 200 : 404;
    context.set('Cache-Control', 'no-cache');
    context.vary('Cookie');
  };
}

/**
 * The service worker of an installed app takes what is shared (`share_target` in the manifest). A share arrives here if the browser
 * has no worker yet, or an old one. The screen says that it could not be taken over; by the next try the worker is there.
 */
function refuseShared(context: Parameters<Middleware>[0]): void {
  // Otherwise the browser would still be sending pictures when the connection is closed, and would show an error of its own.
  context.req.resume();
  context.status = 303;
  context.redirect('/todo?shared=failed');
}

/** The page with the keys in it, as data that no browser runs. */
function withKeys(page: string, keys: KeyList): string {
  const text = JSON.stringify(keys).replaceAll('<', '\\u003c');
  return page.replace('</head>', () => `<script type="application/json" id="vouch-keys">${text}</script>\n  </head>`);
}

async function sentFile(context: Parameters<Middleware>[0], root: string): Promise<boolean> {
  if (!FILE.test(context.path) || context.path === '/index.html') return false;
  const hashed = context.path.startsWith('/assets/');
  try {
    const worker = WORKERS.find(({ script }) => script.test(context.path));
    if (worker !== undefined) context.set('Content-Security-Policy', worker.policy);
    const sent = await send(context, context.path, { root, maxage: hashed ? YEAR_MS : 3_600_000, immutable: hashed });
    return sent !== undefined;
  } catch (error) {
    if (!(error instanceof Error && 'status' in error)) throw error;
    return false;
  }
}
