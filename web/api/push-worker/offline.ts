import { SHARED } from './shared.ts';

/** What a part of the program needs of the browser's storage. */
type Caches = Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>;

const SHELLS = 'vouch-shell ';
/** The document of every screen. `/verify-a-report` has a document of its own, with keys and a stricter policy. */
const DOCUMENT = '/todo';
const CHECKING = '/verify-a-report';
const DOCUMENTS = [DOCUMENT, CHECKING, '/theme.js', '/icon.svg'] as const;
/** Pages that the server makes, which are no screens. */
const MADE_BY_SERVER = /^\/(api|partner|dev|mails|oauth)\//;
const FILE = /\.\w{2,11}$/;
const ASSET = /\/assets\/[\w.-]+/g;
/** The shell of this version, and the one before it, whose pages may still be open. */
const KEPT_SHELLS = 2;

const shellNames = async (caches: Caches): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(SHELLS));

/**
 * Stores the files of this version under a new name. What an earlier version has stored already is copied.
 * @throws Error if a file cannot be read or stored; then nothing is changed, and the browser tries again later
 */
export async function storeShell(caches: Caches, now: number, files: readonly string[]): Promise<void> {
  const documents = await Promise.all(DOCUMENTS.map(async (path) => [path, await read(path, 'no-cache')] as const));
  const known = new Set(files);
  for (const [path, response] of documents) {
    const needed = FILE.test(path) ? [] : ((await response.clone().text()).match(ASSET) ?? []);
    // While a new version is started on several machines, a document may come from another version.
    const missing = needed.find((asset) => /\.(js|css)$/.test(asset) && !known.has(asset));
    if (missing !== undefined) throw new Error(`${path} belongs to another version: ${missing}`);
  }
  const name = `${SHELLS}${now}`;
  try {
    const shell = await caches.open(name);
    for (const path of files) await shell.put(path, (await caches.match(path)) ?? (await read(path, 'default')));
    for (const [path, response] of documents) await shell.put(path, response);
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

async function read(path: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(path, { cache, credentials: 'omit' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Deletes the shells of earlier versions. The one before the present stays while pages are open, which may load parts of it. */
export async function deleteOldShells(caches: Caches, hasPages: boolean): Promise<void> {
  const shells = await shellNames(caches);
  for (const name of shells.slice(0, hasPages ? -KEPT_SHELLS : -1)) await caches.delete(name);
}

type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** How the worker answers a request. Null: the browser sends it as if there were no worker. */
export function answerOf({ method, mode, url }: Asked, origin: string): 'document' | 'asset' | 'file' | 'shared' | null {
  const { pathname, origin: asked } = new URL(url);
  if (method === 'POST' && asked === origin && pathname === SHARED) return 'shared';
  if (method !== 'GET' || asked !== origin) return null;
  if (pathname.startsWith('/assets/')) return 'asset';
  if (mode === 'navigate') return FILE.test(pathname) || MADE_BY_SERVER.test(pathname) ? null : 'document';
  return (DOCUMENTS as readonly string[]).includes(pathname) && FILE.test(pathname) ? 'file' : null;
}

/** From the newest shell that has it. A shell that was not stored to its end has no documents. */
async function stored(caches: Caches, path: string): Promise<Response | null> {
  for (const name of (await shellNames(caches)).reverse()) {
    const found = await (await caches.open(name)).match(path);
    if (found) return found;
  }
  return null;
}

/** From the network, and without a connection from the stored shell. An error that the server answers is shown as it is. */
export async function fromNetworkFirst(caches: Caches, ask: () => Promise<Response>, path: string): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    const found = await stored(caches, path);
    if (!found) throw error;
    return found;
  }
}

export const documentOf = (url: string): string => (/^\/verify-a-report\/?$/i.test(new URL(url).pathname) ? CHECKING : DOCUMENT);

/**
 * The names of these files contain a hash, so a stored one never gets old. One that the shell lacks, such as the editor of code or
 * a diagram, is stored with the newest shell when it is first used.
 */
export async function fromCacheFirst(caches: Caches, request: Request): Promise<Response> {
  const found = await caches.match(request.url);
  if (found) return found;
  const response = await fetch(request);
  const newest = (await shellNames(caches)).at(-1);
  if (response.status !== 200 || newest === undefined) return response;
  const copy = response.clone();
  // If the storage is full, it is read again next time.
  await caches
    .open(newest)
    .then((shell) => shell.put(request.url, copy))
    .catch(() => undefined);
  return response;
}
