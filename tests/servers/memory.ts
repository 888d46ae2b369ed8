import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'vouch-tests-';
/** More than three times what a whole run takes at most. */
const NEEDED_BYTES = 3 * 2 ** 30;

/**
 * Lets this process and all that it starts put temporary files into memory, if the system has a folder there with enough
 * room (`needed`, in bytes) and TMPDIR names no other. Most tests write what they read again at once, and waiting for a
 * disk would test nothing. Returns a function that removes the folder.
 */
export function keepFilesInMemory(memory = MEMORY, needed = NEEDED_BYTES): () => void {
  if (process.env.TMPDIR || !hasRoom(memory, needed)) return () => undefined;
  removeLeftOver(memory);
  const folder = mkdtempSync(join(memory, `${PREFIX}${process.pid}-`));
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}

function hasRoom(memory: string, needed: number): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= needed;
}

/** Folders of runs that were killed. */
function removeLeftOver(memory: string): void {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}
