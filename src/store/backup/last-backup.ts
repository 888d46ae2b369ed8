import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from './copy.ts';

/** In the data folder: when its newest backup was made. It is not part of a backup, so a folder that was restored has none yet. */
const FILE = 'last-backup.json';
const shape = z.object({ made_at: z.iso.datetime() });

/** @throws Error if the file cannot be written */
export function noteBackup(data: string, made_at: string): void {
  replaceFile(join(data, FILE), `${JSON.stringify({ made_at })}\n`);
}

/** The instant of the newest backup of a data folder; null if there is none, or if what is noted cannot be read. */
export function lastBackup(data: string): string | null {
  try {
    return shape.parse(JSON.parse(readFileSync(join(data, FILE), 'utf8'))).made_at;
  } catch {
    return null;
  }
}
