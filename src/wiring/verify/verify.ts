import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { VerifyOptions, VerifyReport } from '../../cli/ports.ts';
import type { Config } from '../../config/config.ts';
import { AnchorNotGenuine, type LogAnchor } from '../../ports/log-anchor.ts';
import type { StoredEvent } from '../../store/event-log/raw-log.ts';
import { openFiles } from '../../store/files/folder-files.ts';
import { lostFiles } from '../../store/lost-stores.ts';
import { checkFiles } from '../../store/sqlite/database.ts';
import { lockFolder } from '../../store/sqlite/writer-lock.ts';
import { type Fault, faultOf } from '../../store/verify/fault.ts';
import { checkFilesOfOwners } from '../../store/verify/files.ts';
import { checkKeys } from '../../store/verify/keys.ts';
import { checkLogFile, type LogReport } from '../../store/verify/log-faults.ts';
import { openLogFile, sentenceOf } from '../../store/verify/log-file.ts';
import { repairIndex } from '../../store/verify/repair-index.ts';
import { openVaultFile, type VaultFile } from '../../store/verify/vault-file.ts';
import { checkEvent } from '../features.ts';
import { GROUPS } from '../folding/groups.ts';
import { masterKeysOf } from '../master-key.ts';
import { walkLedgers } from './heads.ts';
import { type Noted, noteEvents } from './noted.ts';
import { checkReadModels } from './read-models.ts';

type OnProgress = (events: number) => void;

const NO_ANCHOR = 'The vault does not know yet how many events there are. The next start of the program notes it.';

/** What a check is given, after the log was read. */
interface Checking {
  readonly at: (name: string) => string;
  readonly noted: Noted;
  readonly log: LogReport;
  /** Null if it cannot be opened, which is a fault already. */
  readonly vault: VaultFile | null;
  readonly deep: boolean;
}

export type Check = (checking: Checking) => Promise<readonly Fault[]>;

/** The checks that follow that of the log, by name, in the order in which they are made. */
export const CHECKS = {
  keys: async ({ vault, noted }) => (vault === null ? [] : checkKeys({ vault, owners: vault.owners(), ...noted })),
  files: async ({ at, vault, noted, deep }) =>
    vault === null
      ? []
      : checkFilesOfOwners({ files: openFiles({ folder: at('files'), vault }), vault, named: noted.files.values(), deep }),
  read_models: async ({ at, log }) => (log.isReadable ? readModels(at) : []),
  pages: async ({ deep, at }) => (deep ? pages(at('.')) : []),
} satisfies Readonly<Record<string, Check>>;

async function readModels(at: Checking['at']): Promise<readonly Fault[]> {
  const there = GROUPS.filter(({ file }) => existsSync(at(file)));
  if (there.length === 0) return [];
  const log = openLogFile(at('events.db'));
  try {
    return await checkReadModels(at('.'), there, log);
  } finally {
    log.close();
  }
}

const pages = (folder: string): readonly Fault[] =>
  checkFiles(folder).flatMap(({ file, faults }) =>
    faults.map((sentence) => faultOf('stores', `${file} is damaged: ${sentence}`, { subject: file })),
  );

/** Verifies a data folder. It only reads, so it may run beside a serving program. */
export async function verifyFolder(
  config: Config,
  options: VerifyOptions,
  onProgress: OnProgress,
  checks: readonly Check[] = Object.values(CHECKS),
): Promise<VerifyReport> {
  const at = (name: string): string => join(config.data, name);
  const { logOnly = false, deep = false } = options;
  const repaired = options.repairIndex ? repairAlone(config.data) : null;
  const lost = logOnly ? [] : lostFiles(config.data).map((sentence) => faultOf('stores', sentence));
  const opened = openVault(config, at);
  const known = anchorIn(opened);
  const noted = noteEvents();
  try {
    const ledgers = logOnly || opened.vault === null ? null : await walkLedgers(opened.vault);
    const visit = (event: StoredEvent): void => {
      noted.visit(event);
      ledgers?.visit(event);
    };
    const whole = logOnly ? {} : { check: checkEvent, visit };
    const log = await checkLogFile(at('events.db'), { anchor: known.anchor, ...whole }, onProgress);
    // Without the vault the log is checked alone. What is wrong with the vault is no fault of the log.
    const faults = [
      ...lost,
      ...(logOnly || lost.length > 0 ? [] : opened.faults),
      ...known.faults,
      ...log.faults,
      ...(ledgers?.faults() ?? []),
    ];
    for (const check of logOnly ? [] : checks) faults.push(...(await check({ at, noted, log, vault: opened.vault, deep }).catch(asFault)));
    const isUnknown = known.anchor === null && known.faults.length === 0;
    return {
      events: log.events,
      streams: log.streams,
      faults,
      notes: [...(isUnknown ? [NO_ANCHOR] : []), ...(repaired === null ? [] : [repaired])],
    };
  } finally {
    opened.vault?.close();
  }
}

const asFault = (error: unknown): readonly Fault[] => [faultOf('stores', sentenceOf(error))];

/** @throws FolderInUse */
function repairAlone(folder: string): string {
  const lock = lockFolder(folder);
  try {
    return `The index of the event log was made again: ${repairIndex(join(folder, 'events.db'))} rows.`;
  } finally {
    lock.release();
  }
}

interface OpenedVault {
  readonly vault: VaultFile | null;
  readonly faults: readonly Fault[];
}

function openVault(config: Config, at: Checking['at']): OpenedVault {
  try {
    return { vault: openVaultFile(at('vault.db'), masterKeysOf(config)), faults: [] };
  } catch (error) {
    return {
      vault: null,
      faults: [faultOf('stores', `${at('vault.db')} cannot be checked: ${sentenceOf(error)}`, { subject: 'vault.db' })],
    };
  }
}

/** The anchor is read before the log, which only grows. */
function anchorIn({ vault }: OpenedVault): { readonly anchor: LogAnchor | null; readonly faults: readonly Fault[] } {
  try {
    return { anchor: vault?.anchor() ?? null, faults: [] };
  } catch (error) {
    const sentence =
      error instanceof AnchorNotGenuine ? `whether the event log is whole cannot be told: ${error.message}` : sentenceOf(error);
    return { anchor: null, faults: [faultOf('anchor', sentence, { subject: 'vault.db' })] };
  }
}
