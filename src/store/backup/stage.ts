import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makePrivate } from '../private-folder.ts';
import { lockFolder, type WriterLock } from '../sqlite/writer-lock.ts';
import { contentPath, copyWhole, makeFolder, type Sum, syncFolder } from './copy.ts';
import { BackupRefused, KEYS_FOLDER, type KeysManifest, type Manifest, readErased, readKeysManifest, readManifest } from './manifest.ts';

/** A folder in the data folder in which a restore collects everything. As long as it is there, the data folder is not whole. */
export const STAGE = 'restoring';

const LOCK = ['lock.db', 'writer.json'];

export interface FoundBackup {
  readonly from: string;
  readonly keysFolder: string;
  readonly manifest: Manifest;
  readonly keys: KeysManifest;
  readonly erased: { readonly until: string; readonly ids: readonly string[] };
}

/** @throws BackupRefused if the folders hold no whole backup */
export function findBackup(given: string, givenKeys: string | null): FoundBackup {
  const from = resolve(given);
  const keysFolder = givenKeys === null ? join(from, KEYS_FOLDER) : resolve(givenKeys);
  const manifest = readManifest(from);
  if (manifest === null) throw new BackupRefused(`There is no whole backup in ${from}: manifest.json is missing.`);
  const [keys, erased] = [readKeysManifest(keysFolder), readErased(keysFolder)];
  if (keys === null || erased === null)
    throw new BackupRefused(
      `There are no keys of a backup in ${keysFolder}. Give the folder that 'vouch backup --keys' was given${givenKeys === null ? ', with --keys' : ''}.`,
    );
  return { from, keysFolder, manifest, keys, erased };
}

/**
 * Locks the data folder, which has to be empty or missing, or left by a restore that was killed; what that one left is removed.
 * @throws BackupRefused, FolderInUse
 */
export function claimFolder(data: string): WriterLock {
  makeFolder(data);
  const found = readdirSync(data).filter((name) => !LOCK.includes(name));
  if (found.length > 0 && !found.includes(STAGE))
    throw new BackupRefused(`${data} is not empty. Set VOUCH_DATA to an empty folder, or to one that does not exist yet.`);
  makePrivate(data);
  const lock = lockFolder(data);
  for (const name of readdirSync(data)) if (!LOCK.includes(name)) rmSync(join(data, name), { recursive: true });
  makeFolder(join(data, STAGE));
  syncFolder(data);
  return lock;
}

/**
 * Copies a backup into the stage, and compares each file with its sum in the manifest. @returns the path of the stage
 * @throws BackupRefused that names the first file that is missing or was altered
 */
export function copyIntoStage({ from, keysFolder, manifest, keys }: FoundBackup, data: string): string {
  const stage = join(data, STAGE);
  copyChecked(join(from, manifest.log.file), join(stage, 'events.db'), manifest.log);
  copyChecked(join(keysFolder, keys.vault.file), join(stage, 'vault.db'), keys.vault);
  if (keys.master_key) copyChecked(join(keysFolder, keys.master_key.file), join(stage, 'master.key'), keys.master_key);
  if (manifest.clock !== null) writeFileSync(join(stage, 'clock.json'), manifest.clock, { mode: 0o600 });
  for (const file of manifest.files) {
    const to = join(stage, 'files', ...file.path.split('/'));
    makeFolder(dirname(to));
    copyChecked(contentPath(from, file.sha256), to, file);
    utimesSync(to, file.modified_ms / 1_000, file.modified_ms / 1_000);
  }
  return stage;
}

function copyChecked(from: string, to: string, expected: Sum): void {
  if (!existsSync(from)) throw new BackupRefused(`${from} is missing, so this backup is not whole. Use another one.`);
  const { bytes, sha256 } = copyWhole(from, to);
  if (bytes === expected.bytes && sha256 === expected.sha256) return;
  throw new BackupRefused(`${from} is not as the backup wrote it: its size or its SHA-256 differs. Use another backup.`);
}

const WHOLE = ['files', 'clock.json', 'master.key', 'vault.db', 'events.db'];

/** Moves everything from the stage into the data folder, the event log last. */
export function putInPlace(data: string): void {
  const stage = join(data, STAGE);
  for (const name of WHOLE) if (existsSync(join(stage, name))) renameSync(join(stage, name), join(data, name));
  syncFolder(data);
  for (const name of readdirSync(stage)) rmSync(join(stage, name), { recursive: true });
  rmdirSync(stage);
  syncFolder(data);
}

/** Says in a sentence that a restore into this folder has not ended; null if that is not so. */
export const unfinishedRestore = (data: string): string | null =>
  existsSync(join(data, STAGE))
    ? `A restore into ${data} was interrupted, so it is not whole. Run 'npx vouch restore' again with the same folders.`
    : null;
