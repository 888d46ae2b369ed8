import type { Rolldown } from 'vite';
import { afterEach, expect, test, vi } from 'vitest';
import {
  answerOf,
  deleteOldShells,
  documentOf,
  fromCacheFirst,
  fromNetworkFirst,
  storeShell,
} from '../../../../web/api/push-worker/offline.ts';
import { shellFiles } from '../../../../web/push-worker-file.ts';

afterEach(() => vi.unstubAllGlobals());

const HERE = 'https://vouch.example';
const TODO = '<script src="/assets/index-1.js"></script>';

/** As much of the browser's storage as the worker uses. `room`: how many files fit. */
function storage(room = Number.POSITIVE_INFINITY) {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (asked: string): string => new URL(asked, HERE).pathname;
  const cache = (name: string) => ({
    match: async (path: string) => all.get(name)?.get(pathOf(path))?.clone(),
    async put(path: string, response: Response) {
      if ([...all.values()].reduce((sum, one) => sum + one.size, 0) >= room) throw new DOMException('full', 'QuotaExceededError');
      all.get(name)?.set(pathOf(path), response);
    },
  });
  const caches = {
    open: async (name: string) => {
      if (!all.has(name)) all.set(name, new Map());
      return cache(name);
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (path: string) =>
      [...all.values()]
        .map((one) => one.get(pathOf(path)))
        .find((one) => one !== undefined)
        ?.clone(),
  } as unknown as CacheStorage;
  return { caches, stored: () => [...all].map(([name, files]) => [name, [...files.keys()].sort().join(' ')]) };
}

/** Gives what was asked for. Every file is there unless its answer is listed. */
function network(answers: Readonly<Record<string, () => Response>> = {}) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const path = new URL(typeof request === 'string' ? request : request.url, HERE).pathname;
    asked.push(path);
    return (answers[path] ?? (() => new Response(path === '/todo' ? TODO : path)))();
  });
  return asked;
}
const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const textOf = async (response: Promise<Response>) => (await response).text();
const DOCUMENTS = '/icon.svg /theme.js /todo /verify-a-report';

test('the files of a version are stored, and the next version reads only what is new', async () => {
  const { caches, stored } = storage();
  network();
  await storeShell(caches, 1, ['/assets/index-1.js', '/assets/old.js']);
  const asked = network({ '/todo': () => new Response(TODO.replace('1', '2')) });
  await storeShell(caches, 2, ['/assets/index-2.js', '/assets/old.js']);
  expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual(['/assets/index-2.js']);
  expect(stored()).toEqual([
    ['vouch-shell 1', `/assets/index-1.js /assets/old.js ${DOCUMENTS}`],
    ['vouch-shell 2', `/assets/index-2.js /assets/old.js ${DOCUMENTS}`],
  ]);
  expect(await textOf(fromNetworkFirst(caches, offline, '/todo'))).toContain('index-2');
});

test.each([
  ['a file is missing', { '/assets/index-2.js': () => new Response('', { status: 404 }) }, ['/assets/index-2.js']],
  ['the document belongs to another version', {}, ['/assets/index-2.js']],
])('the version before stays if %s', async (_why, answers, files) => {
  const { caches, stored } = storage();
  network();
  await storeShell(caches, 1, ['/assets/index-1.js']);
  network({ ...('/assets/index-2.js' in answers && { '/todo': () => new Response('') }), ...answers });
  await expect(storeShell(caches, 2, files)).rejects.toThrow();
  expect(stored()).toEqual([['vouch-shell 1', `/assets/index-1.js ${DOCUMENTS}`]]);
});

test('nothing stays of a version for which the storage is too full, and files go on to come from the network', async () => {
  const { caches, stored } = storage(2);
  network();
  await expect(storeShell(caches, 1, ['/assets/index-1.js'])).rejects.toThrow('full');
  expect(stored()).toEqual([]);
  expect(await textOf(fromCacheFirst(caches, new Request(`${HERE}/assets/index-1.js`)))).toBe('/assets/index-1.js');
});

test('while pages are open, the version before stays for them', async () => {
  const { caches, stored } = storage();
  network();
  for (const now of [1, 2, 3]) await storeShell(caches, now, ['/assets/index-1.js']);
  await deleteOldShells(caches, true);
  expect(stored().map(([name]) => name)).toEqual(['vouch-shell 2', 'vouch-shell 3']);
  await deleteOldShells(caches, false);
  expect(stored().map(([name]) => name)).toEqual(['vouch-shell 3']);
});

test('a file that the shell lacks is stored when it is first used, unless it could not be read', async () => {
  const { caches } = storage();
  network();
  await storeShell(caches, 1, ['/assets/index-1.js']);
  const asked = network({ '/assets/gone.js': () => new Response('', { status: 404 }) });
  for (const name of ['editor.js', 'editor.js', 'gone.js', 'gone.js']) await fromCacheFirst(caches, new Request(`${HERE}/assets/${name}`));
  expect(asked).toEqual(['/assets/editor.js', '/assets/gone.js', '/assets/gone.js']);
});

test('an answer of the server is shown although it is an error, and without a shell the error of the connection', async () => {
  const { caches } = storage();
  await expect(fromNetworkFirst(caches, offline, '/todo')).rejects.toThrow('Failed to fetch');
  network();
  await storeShell(caches, 1, ['/assets/index-1.js']);
  expect((await fromNetworkFirst(caches, async () => new Response('', { status: 503 }), '/todo')).status).toBe(503);
});

test.each([
  ['GET', 'navigate', '/report?week=1', 'document'],
  ['GET', 'navigate', '/', 'document'],
  ['GET', 'navigate', '/api/reports/weekly.pdf', null],
  ['GET', 'navigate', '/partner/abc', null],
  ['GET', 'navigate', '/robots.txt', null],
  ['POST', 'navigate', '/todo', null],
  ['GET', 'cors', '/api/tasks', null],
  ['GET', 'cors', '/assets/index-1.js', 'asset'],
  ['GET', 'no-cors', '/theme.js', 'file'],
  ['GET', 'no-cors', 'https://elsewhere.example/assets/a.png', null],
] as const)('%s of %s %s is answered as: %s', (method, mode, path, way) => {
  expect(answerOf({ method, mode, url: new URL(path, HERE).href }, HERE)).toBe(way);
});

test('the page that checks papers has its own document', () => {
  const paths = ['/verify-a-report', '/Verify-A-Report/', '/verify', '/verify-a-reports'];
  expect(paths.map((path) => documentOf(`${HERE}${path}`))).toEqual(['/verify-a-report', '/verify-a-report', '/todo', '/todo']);
});

test('the shell has the scripts and styles of all screens, and not what few people need', () => {
  const chunk = (fileName: string, more: object = {}) => ({
    ...{ type: 'chunk', fileName, isEntry: false, imports: [], dynamicImports: [], facadeModuleId: `/x/web/${fileName}` },
    ...more,
  });
  const bundle = Object.fromEntries(
    [
      chunk('index.js', { isEntry: true, imports: ['common.js'], dynamicImports: ['todo.js'] }),
      chunk('common.js', { viteMetadata: { importedCss: new Set(['common.css']) } }),
      chunk('todo.js', { dynamicImports: ['mermaid.js', 'editor.js'], imports: ['index.js'] }),
      chunk('mermaid.js', { facadeModuleId: '/x/node_modules/mermaid/mermaid.js', imports: ['d3.js'] }),
      chunk('d3.js'),
      chunk('editor.js', { facadeModuleId: '/x/web/proof/coding/editor.tsx' }),
      { type: 'asset', fileName: 'assets/sans-latin-wght-normal-1.woff2' },
      { type: 'asset', fileName: 'assets/sans-greek-wght-normal-1.woff2' },
    ].map((one) => [one.fileName, one]),
  ) as unknown as Rolldown.OutputBundle;
  expect(shellFiles(bundle)).toEqual(['/assets/sans-latin-wght-normal-1.woff2', '/common.css', '/common.js', '/index.js', '/todo.js']);
});
