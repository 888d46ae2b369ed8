import { join } from 'node:path';
import { throwAway } from '../sqlite/database.ts';
import { markIntact } from './file.ts';
import { OLD_VIEWS } from './views-names.ts';

/** Removes the file of an earlier version of the program. The read models are built again. */
export function removeOldViews(dataDir: string): void {
  const path = join(dataDir, OLD_VIEWS);
  throwAway(path);
  markIntact(path);
}
