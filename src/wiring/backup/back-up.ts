import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupFolders, BackupReport } from '../../cli/ports.ts';
import type { Config } from '../../config/config.ts';
import { AccountDeleted, AccountDeletionRequested, SignupEnded } from '../../domain/account/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { backUp } from '../../store/backup/back-up.ts';
import { noteBackup } from '../../store/backup/last-backup.ts';
import { BackupRefused } from '../../store/backup/manifest.ts';
import type { StoredEvent } from '../../store/event-log/raw-log.ts';
import { refuseLostFiles } from '../../store/lost-stores.ts';
import { masterKeysOf } from '../master-key.ts';
import { endKeyChange } from '../rotate-master-key.ts';
import { nowBeside } from '../signing-keys.ts';

/** @throws BackupRefused on servers, whose stores have tools of their own */
export function refuseServers({ servers }: Config): void {
  if (servers !== null)
    throw new BackupRefused(
      'EventStoreDB and MongoDB are backed up and restored with their own tools: docs/operations.md says how. Leave EVENTSTORE_URL and MONGODB_URL out for a data folder.',
    );
}

/** The account, or the sign-up, that an event erases; null if it erases none. */
export const erasedBy = (event: StoredEvent): string | null =>
  isEvent(event, AccountDeletionRequested, SignupEnded, AccountDeleted) ? event.metadata.owner : null;

/** Makes a backup of the data folder, beside a running program. @throws BackupRefused, FolderInUse, StoreLost */
export async function makeBackup(config: Config, { folder, keys }: BackupFolders): Promise<BackupReport> {
  refuseServers(config);
  const { data } = config;
  if (!existsSync(join(data, 'events.db')))
    throw new BackupRefused(`There is no event log in ${data}. Set VOUCH_DATA to the folder that holds it.`);
  refuseLostFiles(data);
  endKeyChange(config);
  const made = await backUp({
    data,
    ...masterKeysOf(config),
    to: folder,
    keys,
    now: () => nowBeside(config),
    erases: erasedBy,
  });
  const { manifest, erased, hasMasterKey } = made;
  const { made_at, keep_days, keep_until, log, files } = manifest;
  noteBackup(data, made_at);
  return {
    folder,
    keys: made.keys,
    has_master_key: hasMasterKey,
    made_at,
    keep_days,
    keep_until,
    events: log.events,
    head: log.head,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, log.bytes),
    erased,
  };
}
