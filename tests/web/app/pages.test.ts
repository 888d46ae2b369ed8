import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCREENS } from '../../../src/contracts/pages.ts';

const WEB = join(import.meta.dirname, '../../../web');

it('the server knows the path of every screen', async () => {
  const folders = await Promise.all(globSync('*/screens.ts', { cwd: WEB }).map((file) => import(join(WEB, file))));
  expect(folders.flatMap(({ screens }) => Object.keys(screens)).sort()).toEqual([...SCREENS].sort());
});
