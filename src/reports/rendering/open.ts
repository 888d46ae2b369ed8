import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../app/app.ts';
import { createReportReader } from './read.ts';
import { createReportFiles, type ReportFiles, type ReportFilesOptions } from './report-files.ts';
import { createRenderThreads } from './threads.ts';

/** One core is left to the thread that answers requests. More than three reports at a time would cost too much memory. */
const AT_A_TIME = Math.min(3, Math.max(1, availableParallelism() - 1));
/** Well above what a report of 5,000 rows with the longest texts needs: it is drawn with 64, too. */
const HEAP_MIB = 112;
const PROGRAM = join(import.meta.dirname, 'worker.ts');

export interface OpenOptions extends Pick<ReportFilesOptions, 'ended' | 'patienceMs'> {
  /** Is told of a thread that ended while it had nothing to do. */
  readonly onFault: (error: unknown) => void;
  /** How many reports are made at a time. */
  readonly atATime?: number;
  readonly heapMiB?: number;
  /** The module that renders. */
  readonly program?: string;
}

/** The reports of these stores as files. No thread starts before the first report is asked for. */
export function openReportFiles(app: App, options: OpenOptions): ReportFiles {
  const { atATime = AT_A_TIME, heapMiB = HEAP_MIB, program = PROGRAM, onFault, ...rest } = options;
  const threads = createRenderThreads({ threads: atATime, heapMiB, program, onFault });
  return createReportFiles({ ...rest, read: createReportReader(app), threads, atATime });
}
