import type { Log } from '../../ports/log.ts';
import { createRunner } from '../../projections/engine/projection-runner.ts';
import { RemoteFolding } from '../../projections/engine/remote-folding.ts';
import type { Runner } from '../../projections/engine/runner.ts';
import { createThreadedRunner } from '../../projections/engine/threaded-runner.ts';
import type { SqliteStores } from '../../store/sqlite-stores.ts';
import { PROJECTIONS } from '../features.ts';
import { GROUPS } from './groups.ts';
import { type FoldingThreadsOptions, foldingThreads } from './threads.ts';

export interface FilesRunnerParts {
  /** The data folder. */
  readonly data: string;
  /** If there are threads, opened with `foldedInThreads`. */
  readonly stores: SqliteStores;
  readonly log: Log;
  /** How many threads fold the read models; 0: this one does. */
  readonly threads: number;
  /** Starts a thread. For tests, which end threads. */
  readonly startWorker?: FoldingThreadsOptions['startWorker'];
}

/** Folds the read models on files. */
export function createFilesRunner({ data, stores, log, threads, startWorker }: FilesRunnerParts): Runner {
  const { store, documents, reading } = stores;
  if (threads === 0) return createRunner({ store, documents, projections: PROJECTIONS, log });
  const startThread = foldingThreads({ data, threads, groups: GROUPS.map(({ name }) => name), ...(startWorker && { startWorker }) });
  const groups = GROUPS.map(({ name, file, projections }) => {
    const views = reading.get(file);
    if (views === undefined) throw new Error(`${file} is not opened for threads.`);
    return new RemoteFolding({
      projections,
      startThread: (listener) => startThread(name, listener),
      reading: views,
      onFull: stores.giveUpReserve,
      log,
    });
  });
  return createThreadedRunner({ documents, groups, projections: PROJECTIONS, watch: (listener) => stores.log.onCommit(listener) });
}
