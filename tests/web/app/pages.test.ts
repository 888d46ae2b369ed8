import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { screenPaths } from '../../../web/screen-paths.ts';

const WEB = join(import.meta.dirname, '../../../web');

it('the build lists the address of every screen', async () => {
  const folders = await Promise.all(globSync('*/screens.ts', { cwd: WEB }).map((file) => import(join(WEB, file))));
  expect(screenPaths()).toEqual(folders.flatMap(({ screens }) => Object.keys(screens)).sort());
  expect(screenPaths()).toContain('/dashboard');
});
