import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'vouch-tests-';
/** More than three times what a whole run takes at most. */
const NEEDED_BYTES = 3 * 2 ** 30;

/**
 * Lets this process and all that it starts put temporary files into memory, if the system has a folder there with enough
 * room and TMPDIR names no other. Most tests write what they read again at once, and to wait for a disk tells them nothing.
 * Gives what removes the folder.
 */
export function keepFilesInMemory(): () => void {
  if (process.env.TMPDIR || !hasRoom()) return () => undefined;
  removeLeftOver();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}

/** Folders of runs that were killed. */
function removeLeftOver(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
