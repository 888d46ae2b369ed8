import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../app/app.ts';
import { QueueFull, Turns } from '../../concurrency/turns.ts';
import type { WeeklyReport } from '../../contracts/report.ts';
import { conventions } from '../../contracts/words/conventions.ts';
import { daysBetween, weekOf } from '../../domain/calendar/local.ts';
import { ServiceUnavailable } from '../../domain/kernel/decider.ts';
import { createReportSeal, type SealedReport, type SealReport } from '../papers/report-statement.ts';
import { createReports } from '../service.ts';
import { createReportReader, type ReadReport, type ReportScope } from './read.ts';
import { createRenderThreads, OutOfMemory, type RenderThreads, type ReportContent, type ReportFormat } from './threads.ts';

export interface ReportRequest extends ReportScope, SealedReport {
  readonly type: ReportContent['kind'];
  /**
   * Days before today for a daily report, and weeks before the present one for a weekly report; 0 is the present one.
   * Other reports have no offset.
   */
  readonly offset: number;
}

/** A report as a file, with its statement. `content` is its content without the rows. */
export interface ReportFile {
  readonly bytes: Buffer;
  readonly content: ReportContent;
}

/** A report that was requested and is not made yet. */
export interface ReportUnderWay extends Pick<ReportRequest, 'format' | 'offset'> {
  readonly type: Exclude<ReportRequest['type'], 'partner_summary'>;
  readonly status: 'waiting' | 'making';
}

/** How a request for a report ended: the labels of a metric. */
export type ReportOutcome = 'made' | 'cancelled' | 'refused_queue' | 'refused_time' | 'refused_memory' | 'refused_stopping' | 'failed';
type Refused = Extract<ReportOutcome, `refused_${string}`>;

/** A report cannot be made now. The message says why, and what the person can do, in one or two sentences. */
export class ReportUnavailable extends ServiceUnavailable {
  override readonly name = 'ReportUnavailable';
  readonly reason: Refused;
  readonly detail: string;
  readonly retryAfter: number;
  constructor(reason: Refused) {
    const { message, retryAfter } = REFUSALS[reason];
    super(message);
    this.reason = reason;
    this.detail = message;
    this.retryAfter = retryAfter;
  }
}

const REFUSALS: Readonly<Record<Refused, { readonly message: string; readonly retryAfter: number }>> = {
  refused_queue: { message: 'Many reports are being made right now. Try again in a moment.', retryAfter: 10 },
  refused_time: { message: 'The report was not ready within 30 seconds. Try again in a moment.', retryAfter: 30 },
  refused_memory: { message: 'The report needs more memory than a report may have. The data export has everything.', retryAfter: 60 },
  refused_stopping: { message: 'Vouch is restarting. Try again in a moment.', retryAfter: 5 },
};

/**
 * Makes reports as files. They are read page by page and rendered in threads: one report at a time for an owner, and a
 * few in all.
 */
export interface ReportFiles {
  /**
   * For a person who waits for the report. `gone` aborts when the person no longer waits.
   * @throws ReportUnavailable; the reason of `gone`; RuleViolation `not_found` if there is no such account, `rate_limited` if too many heads
   * were signed
   */
  make(request: ReportRequest, gone: AbortSignal): Promise<ReportFile>;
  /**
   * For a mail or an export. It waits for its turn, however long that takes.
   * @throws as `make`
   */
  makeInBackground(request: ReportRequest): Promise<ReportFile>;
  /** The reports that this process is making for the owner, in the order of the requests. */
  underWay(owner: string): readonly ReportUnderWay[];
  counts(): { readonly waiting: number; readonly making: number };
  /** Refuses waiting and new requests of people, and a little later also those whose reports are still being made. */
  refuseNew(): void;
  /** Ends all running work, and the threads. */
  close(): Promise<void>;
}

export interface ReportFilesOptions {
  readonly read: ReadReport;
  readonly seal: SealReport;
  readonly threads: RenderThreads;
  /** How many reports are made at a time. */
  readonly atATime: number;
  /** Called with the outcome of each request. */
  readonly ended?: (format: ReportFormat, outcome: ReportOutcome) => void;
  /** How long a person waits at most, in milliseconds. */
  readonly patienceMs?: number;
  /** For how long reports are still made for people after `refuseNew`, in milliseconds. */
  readonly finishMs?: number;
}

/** The API promises an answer within 30 s. The remaining time is for ending the thread and sending the refusal. */
export const PATIENCE_MS = 28_000;
/** The program ends its connections after 4 s. The remaining time is for sending the refusal. */
const FINISH_MS = 3_000;
/** Nobody waits for these reports, but they must not block a thread forever. */
const BACKGROUND_MS = 120_000;
const MOST_WAITING = 100;
const MOST_WAITING_OF_OWNER = 12;

/** A request from its arrival to its end. */
interface Item {
  readonly request: ReportRequest;
  /** Nobody waits for it. */
  readonly patient: boolean;
  making: boolean;
}

export function createReportFiles(options: ReportFilesOptions): ReportFiles {
  const { read, seal, threads, atATime, ended = () => undefined, patienceMs = PATIENCE_MS, finishMs = FINISH_MS } = options;
  const turns = new Turns({ running: atATime, waiting: MOST_WAITING, waitingOfOwner: MOST_WAITING_OF_OWNER });
  const items = new Set<Item>();
  /** The running work. It never rejects. */
  const running = new Set<Promise<unknown>>();
  const refusing = new AbortController();
  const stopping = new AbortController();
  const closing = new AbortController();

  async function render({ request, patient }: Item, signal: AbortSignal): Promise<ReportFile> {
    const { rows, ...report } = await read(request, signal);
    signal.throwIfAborted();
    const bytes = await threads.render({ format: request.format, conventions: conventions(), rows, ...report }, signal);
    return { bytes: await seal(request, report.content, bytes, patient), content: report.content };
  }

  /** `signals`: abort the request while it waits, and while the report is made. */
  async function make(
    request: ReportRequest,
    signals: { readonly waiting: AbortSignal; readonly making: () => AbortSignal },
    patient: boolean,
  ): Promise<ReportFile> {
    const item: Item = { request, patient, making: false };
    let signal = signals.waiting;
    const work = (): Promise<ReportFile> => {
      item.making = true;
      signal = signals.making();
      return render(item, signal);
    };
    items.add(item);
    let outcome: ReportOutcome = 'made';
    try {
      return await turns.run(request.owner, work, { signal, alwaysWaits: patient });
    } catch (error) {
      const reason = signal.aborted ? signal.reason : asUnavailable(error);
      outcome = reason instanceof ReportUnavailable ? reason.reason : signal.aborted ? 'cancelled' : 'failed';
      throw reason;
    } finally {
      items.delete(item);
      ended(request.format, outcome);
    }
  }

  function kept(made: Promise<ReportFile>): Promise<ReportFile> {
    const settled = made.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
    return made;
  }

  return {
    make(request, gone) {
      const late = boundInTime();
      late.begin(patienceMs);
      const ending = AbortSignal.any([gone, late.signal, stopping.signal, closing.signal]);
      const waiting = AbortSignal.any([ending, refusing.signal]);
      return kept(make(request, { waiting, making: () => ending }, false).finally(late.clear));
    },
    makeInBackground(request) {
      const late = boundInTime();
      const ending = AbortSignal.any([late.signal, closing.signal]);
      const begun = (): AbortSignal => {
        late.begin(BACKGROUND_MS);
        return ending;
      };
      return kept(make(request, { waiting: closing.signal, making: begun }, true).finally(late.clear));
    },
    underWay: (owner) =>
      [...items].flatMap(({ request: { owner: of, type, format, offset }, making }) =>
        // What a partner has asked for is not the owner's to wait for.
        of === owner && type !== 'partner_summary' ? [{ type, format, offset, status: making ? 'making' : 'waiting' } as const] : [],
      ),
    counts: () => ({ waiting: turns.waiting, making: turns.running }),
    refuseNew() {
      refusing.abort(new ReportUnavailable('refused_stopping'));
      setTimeout(() => stopping.abort(new ReportUnavailable('refused_stopping')), finishMs).unref();
    },
    async close() {
      closing.abort(new ReportUnavailable('refused_stopping'));
      await threads.close();
      await Promise.all(running);
    },
  };
}

/** A time limit, which aborts its signal with the reason 'refused_time'. */
function boundInTime(): { readonly signal: AbortSignal; begin(ms: number): void; readonly clear: () => void } {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: over.signal,
    begin: (ms) => {
      timer = setTimeout(() => over.abort(new ReportUnavailable('refused_time')), ms).unref();
    },
    clear: () => clearTimeout(timer),
  };
}

function asUnavailable(error: unknown): unknown {
  if (error instanceof QueueFull) return new ReportUnavailable('refused_queue');
  if (error instanceof OutOfMemory) return new ReportUnavailable('refused_memory');
  return error;
}

/** One core is left for the thread that answers requests. More than three reports at a time would need too much memory. */
const AT_A_TIME = Math.min(3, Math.max(1, availableParallelism() - 1));
/** A report of 5,000 rows with the longest titles needs 64, and 72 if they are in many scripts. */
const HEAP_MIB = 112;
const PROGRAM = join(import.meta.dirname, 'worker.ts');

export interface OpenOptions extends Pick<ReportFilesOptions, 'ended' | 'patienceMs'> {
  /** The origin under which the program is reached. */
  readonly origin: () => string;
  /** Called with the error of a thread that ended while it was idle. */
  readonly onFault: (error: unknown) => void;
  /** How many reports are made at a time. */
  readonly atATime?: number;
  readonly heapMiB?: number;
  /** The module that renders. */
  readonly program?: string;
}

/** Makes reports from these stores as files. No thread is started before the first request for a report. */
export function openReportFiles(app: App, options: OpenOptions): ReportFiles {
  const { atATime = AT_A_TIME, heapMiB = HEAP_MIB, program = PROGRAM, origin, onFault, ...rest } = options;
  const threads = createRenderThreads({ threads: atATime, heapMiB, program, onFault });
  return createReportFiles({ ...rest, read: createReportReader(app), seal: createReportSeal({ app, origin }), threads, atATime });
}

/** The page of a week in the program. */
export interface OwnersWeek {
  readonly week: Pick<WeeklyReport, 'from' | 'to' | 'counts'>;
  /** The page of the overall report. */
  readonly pdf: Buffer;
}

/**
 * Makes weekly reports for mails, which are the same as those that the owner can download. `monday` is the first day of
 * the week (`YYYY-MM-DD`).
 */
export function weeklyReports(app: App, files: ReportFiles): (owner: string, monday: string) => Promise<OwnersWeek> {
  const reports = createReports(app);
  return async (owner, monday) => {
    const { reader } = await reports.reader(owner);
    const offset = daysBetween(weekOf(reader.today).from, monday) / 7;
    const { bytes, content } = await files.makeInBackground({ owner, format: 'pdf', type: 'weekly', offset });
    if (content.kind !== 'weekly') throw new TypeError(`A weekly report was asked for, and a ${content.kind} one was made.`);
    return { week: content.report, pdf: bytes };
  };
}
