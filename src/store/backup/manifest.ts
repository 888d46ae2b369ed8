import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A backup is kept for this many days at most. The privacy page says the same. */
export const BACKUP_DAYS = 30;

/** A backup or a restore cannot be made. The message says why, and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.int().min(0);
const sum = { bytes, sha256 };

const isInside = (path: string): boolean =>
  path !== '' && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\\'));

/** A file of the data folder. Its bytes are in the backup under their SHA-256. */
const copiedFile = z.object({
  path: z.string().refine(isInside, 'must lead to a file inside the folder').describe("Below the data folder's `files`."),
  ...sum,
  modified_ms: z.number(),
});

const manifest = z.object({
  backup: z.literal(1),
  made_at: z.iso.datetime(),
  keep_days: z.int().positive(),
  /** Until then the backup is to be deleted, or another one to be made onto it. */
  keep_until: z.iso.datetime(),
  log: z.object({ file: z.string().regex(/^events-[\w-]+\.db$/), ...sum, events: z.int().min(0), head: sha256 }),
  /** What the vault has to know of this log, as it stores it. */
  anchor: z.object({ anchor: z.string(), mac: z.string() }),
  /** The content of `clock.json`; null if there is none. */
  clock: z.string().nullable(),
  files: z.array(copiedFile),
});

const keys = z.object({
  keys: z.literal(1),
  made_at: z.iso.datetime(),
  vault: z.object({ file: z.string().regex(/^vault-[\w-]+\.db$/), ...sum }),
  /** Null: the master key is not in the data folder but in VOUCH_MASTER_KEY. */
  master_key: z.object({ file: z.string().regex(/^master-[\w-]+\.key$/), ...sum }).nullable(),
});

const erased = z.object({
  /** Whoever was erased after this instant is not on the list. */
  until: z.iso.datetime(),
  ids: z.array(z.string()),
});

export type CopiedFile = z.output<typeof copiedFile>;
export type Manifest = z.output<typeof manifest>;
export type KeysManifest = z.output<typeof keys>;
/** The accounts that were erased. */
export type ErasedList = z.output<typeof erased>;

export const MANIFEST = 'manifest.json';
export const KEYS_MANIFEST = 'keys.json';
export const ERASED = 'erased.json';
/** Where the keys are if they have no folder of their own. */
export const KEYS_FOLDER = 'keys';

/** @throws BackupRefused if the file is there and cannot be understood */
function read<T>(folder: string, name: string, schema: z.ZodType<T>): T | null {
  const path = join(folder, name);
  if (!existsSync(path)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error).split('\n').at(0) : String(error instanceof Error ? error.message : error);
    throw new BackupRefused(`${path} is damaged, or was written by another version of the program (${why}). Take another backup.`);
  }
}

/** Null: there is no whole backup in the folder. @throws BackupRefused */
export const readManifest = (folder: string): Manifest | null => read(folder, MANIFEST, manifest);
/** Null: there are no keys in the folder. @throws BackupRefused */
export const readKeysManifest = (folder: string): KeysManifest | null => read(folder, KEYS_MANIFEST, keys);
/** @throws BackupRefused */
export const readErased = (folder: string): ErasedList | null => read(folder, ERASED, erased);
