import type { JsonObject } from '../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Query } from '../../ports/documents.ts';
import type { LogBeside } from './collection.ts';
import { openDocumentsToRead, type SqliteDocuments, type WrittenDocuments } from './sqlite-documents.ts';

/** How a file that another thread folds is read in this one. */
export interface ViewsReading {
  /** Opens the file, because the thread has it ready. @throws StoreUnavailable */
  open(): void;
  /** Closes it, because the thread has ended or builds it again. Reads are refused until it is opened. */
  shut(): Promise<void>;
  /** The thread has written these documents. */
  written(changes: readonly WrittenDocuments[]): void;
}

/** The documents in a file that another thread writes. Every call rejects with StoreUnavailable while the file is not open. */
export function openWhenFolded(path: string, beside?: LogBeside): { readonly documents: SqliteDocuments; readonly reading: ViewsReading } {
  let opened: SqliteDocuments | null = null;
  const there = (): SqliteDocuments => {
    if (opened === null) throw new StoreUnavailable('The read models are not ready.');
    return opened;
  };
  async function shut(): Promise<void> {
    const before = opened;
    opened = null;
    await before?.close();
  }
  const documents: SqliteDocuments = {
    ensure: async (spec) => there().ensure(spec),
    filling: async (collections) => there().filling(collections),
    get: async <D extends JsonObject>(collection: string, id: string) => there().get<D>(collection, id),
    getMany: async <D extends JsonObject>(collection: string, ids: readonly string[]) => there().getMany<D>(collection, ids),
    find: async <D extends JsonObject>(collection: string, query: Query) => there().find<D>(collection, query),
    first: async <D extends JsonObject>(collection: string, index: string, limit: number) => there().first<D>(collection, index, limit),
    scan: async <D extends JsonObject>(collection: string, after: string | null, limit: number) =>
      there().scan<D>(collection, after, limit),
    count: async (...given) => there().count(...given),
    apply: async (batch) => there().apply(batch),
    checkpoint: async (name) => there().checkpoint(name),
    checkpoints: async (names) => there().checkpoints(names),
    list: async () => there().list(),
    drop: async (collection) => there().drop(collection),
    written: (changes) => opened?.written(changes),
    integrity: () => there().integrity(),
    explain: (...given) => there().explain(...given),
    close: shut,
  };
  return {
    documents,
    reading: {
      open() {
        opened ??= openDocumentsToRead(path, beside);
      },
      shut,
      written: documents.written,
    },
  };
}
