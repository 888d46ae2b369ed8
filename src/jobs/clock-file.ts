import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { StoreFull } from '../domain/kernel/event-store.ts';
import type { ClockFile, SavedClock } from './clock.ts';

const kept = z.object({ offset_ms: z.number().int(), latest: z.iso.datetime() });

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * The clock's file in the data folder. Writing throws StoreFull when there is no room.
 * @throws Error naming the file if its content is not a clock
 */
export function clockFile(path: string): ClockFile {
  return { read: () => read(path), write: (clock) => withRoom(() => write(path, clock)) };
}

function read(path: string): SavedClock | null {
  try {
    return kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${path} does not hold a clock. Remove it: the clock then goes on from the newest event.`, { cause: error });
  }
}

function withRoom(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (FULL.has((error as NodeJS.ErrnoException).code)) throw new StoreFull('There is no room left to write.', { cause: error });
    throw error;
  }
}

/** Writes a new file and renames it over the old one, so that a crash leaves one of them complete. */
function write(path: string, clock: SavedClock): void {
  const draft = `${path}.new`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(clock)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
