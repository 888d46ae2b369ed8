import type { Piscina } from 'piscina';
import type { ProcrastinationReport } from '../../contracts/procrastination.ts';
import type { DailyReport, OverallReport, WeeklyReport } from '../../contracts/report.ts';
import type { Conventions } from '../../contracts/words/conventions.ts';
import { errorCode } from '../../domain/kernel/decider.ts';
import type { HistoryReport, ReportModel } from '../model/report-model.ts';

/** A report with the content that its owner sees, without the rows. `more`: the number of tasks that were left out. */
export type ReportContent =
  | { readonly kind: 'daily'; readonly report: Omit<DailyReport, 'tasks'> }
  | { readonly kind: 'weekly'; readonly report: Omit<WeeklyReport, 'tasks'> & { readonly more: number } }
  | { readonly kind: 'overall'; readonly report: OverallReport }
  | { readonly kind: 'procrastination'; readonly report: ProcrastinationReport }
  /** A progress summary for a partner, in words already. */
  | { readonly kind: 'partner_summary'; readonly report: Pick<ReportModel, 'timezone' | 'generated_at'> & { readonly model: ReportModel } }
  | { readonly kind: 'history'; readonly report: Omit<HistoryReport, 'entries'> };

export type ReportFormat = 'pdf' | 'html';

/** The job for a thread: the content of the file, and no other data of its owner, no key and no store. */
export interface RenderJob {
  readonly format: ReportFormat;
  /** How the reader writes dates, times and numbers. */
  readonly conventions: Conventions;
  /** The owner's display name. */
  readonly name: string;
  readonly content: ReportContent;
  /** The tasks or entries in their order, in slices. Each slice is the JSON text of an array in UTF-8. */
  readonly rows: readonly Uint8Array<ArrayBuffer>[];
}

export interface RenderThreads {
  /**
   * Renders in a thread and returns the bytes of the file. The rows are transferred to the thread, so the caller can no
   * longer use them. If the signal aborts, the thread is ended.
   * @throws the signal's AbortError, OutOfMemory, what the thread threw
   */
  render(job: RenderJob, signal: AbortSignal): Promise<Buffer>;
  /** Ends all threads, at once. */
  close(): Promise<void>;
}

export interface ThreadOptions {
  readonly threads: number;
  /** The largest heap of a thread, in MiB. A thread that needs more is ended. */
  readonly heapMiB: number;
  /** The path of the module that a thread runs. */
  readonly program: string;
  /** Called with the error of a thread that ended while it was idle. */
  readonly onFault: (error: unknown) => void;
}

/** A thread needed more memory than allowed, and was ended. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
}

/** A thread that has been idle for this long is ended, which frees its memory. */
const IDLE_MS = 60_000;
/** The part of the heap for new objects. Node's default is 48 MiB. */
const YOUNG_MIB = 8;

/** Threads that render reports. The first job starts the first thread. */
export function createRenderThreads({ threads, heapMiB, program, onFault }: ThreadOptions): RenderThreads {
  let started: Promise<Piscina<RenderJob, Uint8Array>> | undefined;
  const pool = (): Promise<Piscina<RenderJob, Uint8Array>> => {
    started ??= start();
    return started;
  };
  // Loaded only when a report is rendered: many processes never do.
  async function start(): Promise<Piscina<RenderJob, Uint8Array>> {
    const { Piscina } = await import('piscina');
    const made = new Piscina<RenderJob, Uint8Array>({
      filename: program,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    made.on('error', onFault);
    return made;
  }
  return {
    async render(job, signal) {
      const threads = await pool();
      try {
        // The library's types allow only the other form of postMessage's second argument, but it passes on a list.
        const transferList = job.rows.map((slice) => slice.buffer) as never;
        const { buffer, byteOffset, byteLength } = await threads.run(job, { signal, transferList });
        return Buffer.from(buffer, byteOffset, byteLength);
      } catch (error) {
        if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw new OutOfMemory('A report took too much memory.');
        throw error;
      }
    },
    async close() {
      await (await started)?.destroy();
    },
  };
}
