import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { knownPages } from '../../../src/http/pages.ts';
import { screenPaths } from '../../../web/screen-paths.ts';

const WEB = join(import.meta.dirname, '../../../web');

it('the build lists the address of every screen', async () => {
  const folders = await Promise.all(globSync('*/screens.ts', { cwd: WEB }).map((file) => import(join(WEB, file))));
  expect(screenPaths()).toEqual(folders.flatMap(({ screens }) => Object.keys(screens)).sort());
  expect(screenPaths()).toContain('/dashboard');
});

/** The screens of the specification, with an id in the place of each name in braces. */
const SPECIFIED = [
  '/',
  '/auth',
  '/oauth/redirect',
  '/welcome',
  '/dashboard',
  '/todo',
  '/verify',
  '/verify/task/t1',
  '/verify/task/t1/attempt/c1',
  '/alerts',
  '/report',
  '/profile',
  '/settings',
  '/settings/integrations',
  '/settings/notifications',
  '/settings/time',
  '/settings/account',
  '/settings/accountability_partner',
  '/settings/subscription',
  '/auth/confirm',
  '/auth/reset',
  '/privacy',
  '/terms',
  '/security',
];

it('the server knows every screen of the specification, and no other path', () => {
  const root = mkdtempSync(join(tmpdir(), 'vouch-pages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, 'screens.json'), JSON.stringify(screenPaths()));
  const isKnown = knownPages(root);
  expect(SPECIFIED.filter((path) => !isKnown(path))).toEqual([]);
  expect(['/task', '/settings/other', '/verify/t1', '/dashboards'].filter(isKnown)).toEqual([]);
});
