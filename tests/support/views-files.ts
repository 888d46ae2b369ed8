import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the read models from a data folder, as if they had never been built. */
export function removeViews(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith('views')) rmSync(join(folder, name));
}
