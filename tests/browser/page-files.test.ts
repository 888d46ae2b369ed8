import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screenPaths } from '../../web/screen-paths.ts';

const WEB = join(import.meta.dirname, '../../dist/web');
const PAGES = JSON.parse(readFileSync(join(WEB, 'pages.json'), 'utf8')) as Readonly<Record<string, readonly string[]>>;
const DOCUMENT = readFileSync(join(WEB, 'index.html'), 'utf8');
const FIRST = [...DOCUMENT.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);

/** The size as it is sent. Very small files are not compressed. */
function sentKb(file: string): number {
  const path = join(WEB, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size / 1_024;
}
const scriptsOf = (page: string): readonly string[] => [...FIRST, ...(PAGES[page] ?? [])].filter((file) => file.endsWith('.js'));

test('every page has its scripts and styles listed, each of which is a file, and none of which is in every document already', () => {
  expect(Object.keys(PAGES)).toEqual(expect.arrayContaining(['/', '/auth', '/auth/reset', '/welcome', '/terms', ...screenPaths()]));
  for (const [page, files] of Object.entries(PAGES)) {
    expect([page, files.filter((file) => !existsSync(join(WEB, file)))]).toEqual([page, []]);
    expect([page, files.filter((file) => FIRST.includes(file))]).toEqual([page, []]);
    expect([page, files.some((file) => file.endsWith('.js'))]).toEqual([page, true]);
  }
});

test('the pages that need a session have the script of this name, by which the server knows them', () => {
  const asks = (page: string) => PAGES[page]?.some((file) => file.startsWith('/assets/signed-in-'));
  expect(['/todo', '/welcome', '/verify/task/:taskId'].filter((page) => !asks(page))).toEqual([]);
  expect(['/', '/auth', '/auth/forgot', '/oauth/redirect', '/terms', '/verify-a-report', '/dev/ui'].filter(asks)).toEqual([]);
});

/** A little above what they have. A page that needs more has taken in something that could be loaded when it is opened. */
test.each([
  ['/', 6, 85],
  ['/auth', 8, 127],
  ['/todo', 10, 170],
  ['/dashboard', 11, 170],
  ['/verify', 32, 275],
  ['/report', 24, 240],
])('%s needs at most %i scripts before it is shown, and %i kB of them', (page, files, kb) => {
  const scripts = scriptsOf(page);
  expect(scripts.length).toBeLessThanOrEqual(files);
  expect(scripts.reduce((sum, file) => sum + sentKb(file), 0)).toBeLessThanOrEqual(kb);
});
