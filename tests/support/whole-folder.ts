import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes a folder by `fill`, if it is not there. Everything or nothing is there: several processes may do this at once, and
 * each may be killed; the first one that is ready gives its folder the name. @throws whatever `fill` throws
 */
export async function makeWhole(folder: string, fill: (making: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const making = await mkdtemp(join(dirname(folder), 'making-'));
  try {
    await fill(making);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}
