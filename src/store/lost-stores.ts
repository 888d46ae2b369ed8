import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { START } from '../domain/kernel/event.ts';
import { unfinishedRestore } from './backup/stage.ts';
import { viewsFilesIn } from './documents/views-names.ts';
import { asStoreError, isCorrupt } from './sqlite/database.ts';
import { hasTable } from './sqlite/statements.ts';

/** What is known about the stores from each other. */
export interface StoreTraces {
  readonly logHasEvents: boolean;
  /** The vault contains something that only exists after events: an owner's key, or the checkpoint of a reactor that has read events. */
  readonly vaultHasEntries: boolean;
  /** A read model or a reactor has read events. */
  readonly eventsWereRead: boolean;
}

export type LostStore = 'log' | 'vault';

/** A store is empty although others show that it was not. The message says what to do. */
export class StoreLost extends Error {
  override readonly name = 'StoreLost';
}

/**
 * The stores that are empty although they cannot be. A key is created before the first event of its owner is stored, so a vault with keys
 * says nothing about the log: the program may have stopped in between.
 */
export function lostStores({ logHasEvents, vaultHasEntries, eventsWereRead }: StoreTraces): readonly LostStore[] {
  return [
    ...(eventsWereRead && !logHasEvents ? (['log'] as const) : []),
    ...((logHasEvents || eventsWereRead) && !vaultHasEntries ? (['vault'] as const) : []),
  ];
}

const EVENTS = 'events.db';
const VAULT = 'vault.db';

/** Checkpoints that are beyond the start of the log. */
const CHECKPOINTS = `checkpoints WHERE position > '${START}'`;
const REACTOR_CHECKPOINTS = `reactor_${CHECKPOINTS}`;

const SENTENCES: Readonly<Record<LostStore, (dataDir: string) => string>> = {
  log: (dataDir) =>
    `The event log ${join(dataDir, EVENTS)} is missing or empty, but events from it have been read. Put ${EVENTS} back from a backup. To begin with an empty log, set VOUCH_DATA to another folder.`,
  vault: (dataDir) =>
    `The vault ${join(dataDir, VAULT)} is missing or empty, but there are events. Without its keys no personal text can be read, and nobody can sign in. Put ${VAULT} back from a backup.`,
};

/**
 * Says in a sentence for each file what is lost in a data folder: the event log or the vault, if it is missing, empty or
 * damaged. It only reads, so it may run beside a serving program.
 */
export function lostFiles(dataDir: string): readonly string[] {
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished !== null) return [unfinished];
  // A program that runs at the same time writes these in the reverse order. So nothing looks lost that is not.
  const views = viewsFilesIn(dataDir).some((file) => hasRow(join(dataDir, file), CHECKPOINTS) === true);
  const reactors = hasRow(join(dataDir, VAULT), REACTOR_CHECKPOINTS);
  const events = hasRow(join(dataDir, EVENTS), 'events');
  const keys = hasRow(join(dataDir, VAULT), 'keys');
  const damaged = [...(events === null ? [EVENTS] : []), ...(keys === null || reactors === null ? [VAULT] : [])];
  if (damaged.length > 0) return damaged.map((file) => `${join(dataDir, file)} is damaged. Put ${file} back from a backup.`);
  const lost = lostStores({
    logHasEvents: events === true,
    vaultHasEntries: keys === true || reactors === true,
    eventsWereRead: reactors === true || views,
  });
  return lost.map((store) => SENTENCES[store](dataDir));
}

/** @throws StoreLost if the event log or the vault of the data folder is lost */
export function refuseLostFiles(dataDir: string): void {
  const sentences = lostFiles(dataDir);
  if (sentences.length > 0) throw new StoreLost(sentences.join(' '));
}

/** Whether a table has a row; the name may be followed by a condition. Null if the file is damaged. */
function hasRow(path: string, rows: string): boolean | null {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  try {
    return hasTable(database, rows.replace(/ .*/, '')) && database.prepare(`SELECT 1 FROM ${rows} LIMIT 1`).get() !== undefined;
  } catch (error) {
    if (isCorrupt(error)) return null;
    throw asStoreError(error);
  } finally {
    database.close();
  }
}
