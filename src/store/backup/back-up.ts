import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Position, START } from '../../domain/kernel/event.ts';
import { AnchorNotGenuine, type LogAnchor } from '../../ports/log-anchor.ts';
import { openLogReader } from '../event-log/log-reader.ts';
import type { StoredEvent } from '../event-log/raw-log.ts';
import { makePrivate } from '../private-folder.ts';
import { lockFolder } from '../sqlite/writer-lock.ts';
import type { GivenKeys } from '../vault/master-key.ts';
import type { Fault } from '../verify/fault.ts';
import { checkLogFile } from '../verify/log-faults.ts';
import { openVaultFile, type VaultFile } from '../verify/vault-file.ts';
import { copyDatabase, copyWhole, makeFolder, replaceFile } from './copy.ts';
import { copyFilesInto, removeOthers } from './copy-files.ts';
import {
  BACKUP_DAYS,
  BackupRefused,
  ERASED,
  KEYS_FOLDER,
  KEYS_MANIFEST,
  type KeysManifest,
  MANIFEST,
  type Manifest,
  readErased,
  readManifest,
} from './manifest.ts';

export interface BackupOptions extends GivenKeys {
  /** The data folder, which a program may be using. */
  readonly data: string;
  /** An empty or missing folder, or one with an earlier backup. */
  readonly to: string;
  /** The folder for the vault and the master key; null: they are in the backup's own folder. */
  readonly keys: string | null;
  readonly now: () => string;
  /** The account that an event erases; null if it erases none. */
  readonly erases: (event: StoredEvent) => string | null;
}

export interface MadeBackup {
  readonly manifest: Manifest;
  readonly keys: string;
  readonly hasMasterKey: boolean;
  /** How many accounts are on the list of those that were erased. */
  readonly erased: number;
}

/** What lies in a folder of backups besides the folder of copied files. Anything else is somebody else's. */
const OWN =
  /^(manifest\.json|keys\.json|erased\.json|events-.+\.db|vault-.+\.db|master-.+\.key|lock\.db|writer\.json|files|keys|.+\.part|.+-journal)$/;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Copies the log, then the vault, then the files, also while a program uses them. An earlier backup in the folder holds until the new one
 * is whole. Then its log and its vault are removed, and so are the bytes of files that are gone, so that the key of an account which was
 * erased meanwhile is in no copy.
 * @throws BackupRefused, FolderInUse, StoreUnavailable, StoreFull
 */
export async function backUp(options: BackupOptions): Promise<MadeBackup> {
  const to = resolve(options.to);
  const keys = options.keys === null ? join(to, KEYS_FOLDER) : resolve(options.keys);
  for (const folder of [to, keys]) refuseForeign(folder, options.data);
  for (const folder of [to, keys]) makeFolder(folder);
  for (const folder of [to, keys]) makePrivate(folder);
  const locks = [lockFolder(to), ...(keys === to ? [] : [lockFolder(keys)])];
  const vault = openVaultFile(join(options.data, 'vault.db'), options);
  try {
    return await copyAll({ ...options, to, keys }, vault);
  } finally {
    vault.close();
    for (const lock of locks) lock.release();
  }
}

function refuseForeign(folder: string, data: string): void {
  if (resolve(data) === folder) throw new BackupRefused(`${folder} is the data folder itself. Give another folder for the backup.`);
  const found = existsSync(folder) ? readdirSync(folder) : [];
  const foreign = found.find((name) => !OWN.test(name));
  if (foreign !== undefined)
    throw new BackupRefused(
      `${folder} holds something that is no part of a backup (${foreign}). Give an empty folder, or one with an earlier backup.`,
    );
}

type Making = Omit<BackupOptions, 'keys'> & { readonly keys: string };

async function copyAll(making: Making, vault: VaultFile): Promise<MadeBackup> {
  const { data, to, keys, now } = making;
  const earlier = readManifest(to);
  refuseOther(earlier, vault, to);
  const id = randomUUID();
  const made_at = now();
  const log = await copyLog(making, `events-${id}.db`, vault.anchor());
  const kept = copyKeys(making, id, made_at);
  // Whoever was erased while the vault was copied may still have a key in the copy.
  const until = now();
  const erased = new Set([...(readErased(keys)?.ids ?? []), ...log.erased, ...(await erasedAfter(making, log.position))]);
  const files = copyFilesInto(to, join(data, 'files'), earlier?.files ?? []);
  const clock = join(data, 'clock.json');
  const manifest: Manifest = {
    backup: 1,
    made_at,
    keep_days: BACKUP_DAYS,
    keep_until: new Date(Date.parse(made_at) + BACKUP_DAYS * DAY_MS).toISOString(),
    log: log.copied,
    anchor: vault.sealAnchor(log.end),
    clock: existsSync(clock) ? readFileSync(clock, 'utf8') : null,
    files: [...files],
  };
  // The keys come first: newer keys fit an older log, and the other way round they would lack those of new accounts.
  replaceFile(join(keys, ERASED), `${JSON.stringify({ until, ids: [...erased] })}\n`);
  replaceFile(join(keys, KEYS_MANIFEST), `${JSON.stringify(kept)}\n`);
  replaceFile(join(to, MANIFEST), `${JSON.stringify(manifest)}\n`);
  removeEarlier(to, [manifest.log.file]);
  removeEarlier(keys, [kept.vault.file, kept.master_key?.file]);
  removeOthers(to, files);
  return { manifest, keys, hasMasterKey: kept.master_key !== null, erased: erased.size };
}

function refuseOther(earlier: Manifest | null, vault: VaultFile, to: string): void {
  if (earlier === null) return;
  try {
    vault.openAnchor(earlier.anchor);
  } catch (error) {
    if (!(error instanceof AnchorNotGenuine)) throw error;
    throw new BackupRefused(`${to} holds the backup of another installation, or one that was altered. Give another folder.`);
  }
}

interface CopiedLog {
  readonly copied: Manifest['log'];
  readonly end: LogAnchor;
  readonly position: Position;
  readonly erased: ReadonlySet<string>;
}

/** A log with a fault is not copied, so that it does not take the place of one that had none. */
async function copyLog({ data, to, erases }: Making, file: string, anchor: LogAnchor | null): Promise<CopiedLog> {
  const sum = copyDatabase(join(data, 'events.db'), join(to, file));
  const erased = new Set<string>();
  let position = START;
  const visit = (event: StoredEvent): void => {
    position = event.position;
    const id = erases(event);
    if (id !== null) erased.add(id);
  };
  const { events, faults, end } = await checkLogFile(join(to, file), { anchor, visit }, () => undefined);
  refuseFaults(faults, 'No backup was made, and an earlier one was left as it is.');
  return { copied: { file, ...sum, events, head: end.head }, end, position, erased };
}

/** @throws BackupRefused that names the first fault */
export function refuseFaults(faults: readonly Fault[], consequence: string): void {
  const [first] = faults;
  if (first === undefined) return;
  const where = first.stream === null ? '' : `${first.stream}: `;
  throw new BackupRefused(
    `The event log has a fault: ${where}${first.reason.replace(/[.\s]*$/, '.')} ${consequence} Run 'npx vouch verify'.`,
  );
}

function copyKeys(making: Making, id: string, made_at: string): KeysManifest {
  const { data, keys } = making;
  const [vault, master] = [`vault-${id}.db`, `master-${id}.key`];
  const masterKey = join(data, 'master.key');
  const master_key = existsSync(masterKey) ? { file: master, ...copyWhole(masterKey, join(keys, master)) } : null;
  const copied = copyDatabase(join(data, 'vault.db'), join(keys, vault));
  refuseOtherKey(join(keys, vault), making);
  return { keys: 1, made_at, vault: { file: vault, ...copied }, master_key };
}

/** The key is copied before the vault, so the vault that was copied opens with the one that was copied if no other was put in its place. */
function refuseOtherKey(vault: string, given: GivenKeys): void {
  try {
    openVaultFile(vault, given).close();
  } catch (error) {
    throw new BackupRefused('The master key was changed while the backup was made. Run it again.', { cause: error });
  }
}

const BATCH = 1_000;

async function erasedAfter({ data, erases }: Making, position: Position): Promise<readonly string[]> {
  const log = openLogReader(join(data, 'events.db'));
  const erased: string[] = [];
  try {
    for (let after = position; ; ) {
      const events = await log.readAll(after, BATCH);
      erased.push(...events.flatMap((event) => erases(event) ?? []));
      after = events.at(-1)?.position ?? after;
      if (events.length < BATCH) return erased;
    }
  } finally {
    await log.close();
  }
}

/** Also what a backup that was killed has left. */
function removeEarlier(folder: string, kept: readonly (string | undefined)[]): void {
  for (const name of readdirSync(folder))
    if (/^(events|vault|master)-|\.part$/.test(name) && !kept.includes(name)) rmSync(join(folder, name), { force: true });
}
