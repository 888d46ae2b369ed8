import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StoreFull } from '../domain/kernel/event-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Refolds } from '../ports/documents.ts';
import { logBeside } from './documents/log-beside.ts';
import { removeOldViews } from './documents/old-views.ts';
import { openWhenFolded, type ViewsReading } from './documents/reading.ts';
import { type DocumentsFile, inSeveralFiles } from './documents/several-files.ts';
import { openDocuments, type SqliteDocuments } from './documents/sqlite-documents.ts';
import { openEventStore } from './event-log/event-store.ts';
import { openSqliteLog, type SqliteLog } from './event-log/sqlite-log.ts';
import type { Upcasters } from './event-log/upcasting.ts';
import { openFiles } from './files/folder-files.ts';
import { openJobBackend } from './jobs/sqlite-jobs.ts';
import { openOpener } from './seal.ts';
import { openReserve, type Reserve } from './sqlite/reserve.ts';
import { lockFolder } from './sqlite/writer-lock.ts';
import { openMailbox, openOutbox } from './sqlite-copies.ts';
import type { Stores } from './stores.ts';
import type { GivenKeys } from './vault/master-key.ts';
import { openVault, type SqliteVault } from './vault/sqlite-vault.ts';
import { type Verified, verifyChains } from './verify/chains.ts';
import type { EventCheck } from './verify/walk.ts';

export interface SqliteStoresOptions extends GivenKeys {
  /** The data folder. It is created if it does not exist. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly upcasters?: Upcasters;
  /** Makes documents from their events. Left out: all documents are stored. */
  readonly refolds?: Refolds;
  /** The files of the read models. Each read model is in one of them. */
  readonly views: readonly ViewsFile[];
  /** true: threads fold the read models, and these stores only read them, once they are opened. */
  readonly foldedInThreads?: boolean;
}

/** The file with these read models. */
export interface ViewsFile extends Pick<DocumentsFile, 'readModels'> {
  readonly file: string;
}

export interface SqliteStores extends Stores {
  readonly log: SqliteLog;
  readonly documents: SqliteDocuments;
  /** By the name of the file: how the files that threads fold are opened. Empty if these stores fold them. */
  readonly reading: ReadonlyMap<string, ViewsReading>;
  readonly vault: SqliteVault;
  /** Frees the reserved room on the disk, because read models must be written now. */
  giveUpReserve(): void;
  /** The faults in each file; empty if it is intact. */
  integrity(): Readonly<Record<string, readonly string[]>>;
  verify(onProgress?: (events: number) => void, check?: EventCheck): Promise<Verified>;
}

/** The error of reading the log; null if it can be read. */
const head = (log: SqliteLog): Promise<string | null> =>
  log.head().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Appends events only if there is room for the read models that show them. */
const needing = (reserve: Reserve, log: SqliteLog): SqliteLog => ({
  ...log,
  async append(stream, expected, events) {
    reserve.need();
    return log.append(stream, expected, events);
  },
});

/** When the disk is full, read models use the reserved room for their next write. */
const givingUp = (reserve: Reserve, documents: SqliteDocuments): SqliteDocuments => ({
  ...documents,
  apply: (batch) =>
    documents.apply(batch).catch((error: unknown) => {
      if (error instanceof StoreFull) reserve.giveUp();
      throw error;
    }),
});

/**
 * Opens all stores in one folder, which only this process may write.
 * @throws Error naming the process that uses the folder
 */
export function openSqliteStores(options: SqliteStoresOptions): SqliteStores {
  const { dataDir, clock, upcasters, refolds, views, foldedInThreads = false, ...given } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockFolder(dataDir);
  const closers: (() => Promise<void>)[] = [];
  const opened = <T extends { close(): Promise<void> }>(part: T): T => {
    closers.push(() => part.close());
    return part;
  };
  const at = (name: string) => join(dataDir, name);
  async function close(): Promise<void> {
    for (const one of closers.toReversed()) await one();
    lock.release();
  }
  try {
    const reserve = openReserve({ path: at('reserve') });
    const vault = opened(openVault({ path: at('vault.db'), ...given }));
    const log = needing(reserve, opened(openSqliteLog({ path: at('events.db') })));
    const beside = refolds && logBeside(log, refolds, upcasters);
    removeOldViews(dataDir);
    const files = views.map(({ file, readModels }) => {
      const { documents, reading } = foldedInThreads
        ? openWhenFolded(at(file), beside)
        : { documents: openDocuments(at(file), beside), reading: null };
      return { file, readModels, documents: opened(documents), reading };
    });
    const documents = givingUp(reserve, inSeveralFiles(files));
    const mailbox = opened(openMailbox(at('mailbox.db')));
    const outbox = opened(openOutbox(at('outbox.db')));
    return {
      store: openEventStore({ log, vault, clock, ...(upcasters && { upcasters }) }),
      log,
      documents,
      reading: new Map(files.flatMap(({ file, reading }) => (reading === null ? [] : [[file, reading] as const]))),
      giveUpReserve: () => reserve.giveUp(),
      vault,
      opener: openOpener(vault),
      mailbox,
      files: openFiles({ folder: at('files'), vault }),
      outbox,
      reactors: vault.reactors,
      jobs: () => openJobBackend(at('jobs.db')),
      leases: null,
      health: async () => [{ name: 'data folder', error: await head(log) }],
      integrity: () => ({
        'events.db': log.integrity(),
        ...Object.fromEntries(files.map((each) => [each.file, each.documents.integrity()])),
        'vault.db': vault.integrity(),
      }),
      verify: (onProgress, check) => verifyChains(log, onProgress, check),
      close,
    };
  } catch (error) {
    void close();
    throw error;
  }
}
