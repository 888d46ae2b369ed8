import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../domain/kernel/decider.ts';

const OTHERS = 0o077;

/** The folder of the owners' files. Other folders do not belong to the program, and inside a private folder nobody else can reach them. */
const FILES = 'files';

/**
 * Removes the rights of everybody but the owner from a data folder and the files in it, so that folders are 0700 and files 0600. Returns
 * the paths that had more rights.
 * @throws Error that names the path and says what to do, if its mode cannot be changed
 */
export function makePrivate(folder: string): readonly string[] {
  // Windows has no such modes.
  if (process.platform === 'win32') return [];
  const wider = [folder, ...filesIn(folder), ...below(join(folder, FILES))].filter((path) => modeOf(path) & OTHERS);
  for (const path of wider) restrict(path, folder);
  return wider;
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (!entry.isDirectory()) yield join(folder, entry.name);
}

function* below(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  yield folder;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) yield join(entry.parentPath, entry.name);
}

/** A program that runs on the folder may delete a file meanwhile. A deleted file is open to nobody. */
const modeOf = (path: string): number => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;

function restrict(path: string, folder: string): void {
  const mode = modeOf(path);
  try {
    chmodSync(path, mode & ~OTHERS);
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    if (code === 'ENOENT') return;
    throw new Error(
      `Others on this machine may open ${path} (mode 0${mode.toString(8)}), and this program cannot change that (${code}). As its owner run: chmod -R go-rwx ${folder}`,
    );
  }
}
