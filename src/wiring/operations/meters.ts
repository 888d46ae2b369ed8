import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandObserver } from '../../domain/kernel/handle.ts';
import type { Answered } from '../../http/kernel/meter.ts';
import type { RememberedAnswers } from '../../http/kernel/remembering/remembered-answers.ts';
import type { RegularJob } from '../../jobs/agenda.ts';
import type { DueWork } from '../../ports/due-work.ts';
import type { Log } from '../../ports/log.ts';
import type { ReportFiles, ReportFilesOptions } from '../../reports/rendering/report-files.ts';
import type { Stores } from '../../store/stores.ts';
import { aggregateOf, commandOf, kindOf, meteredStores } from './metered-stores.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** Wraps parts of the program so that their use is counted. Each function returns what it was given, with counting added. */
export interface Meters {
  readonly metrics: Metrics;
  /** Names of the leases that this process holds. */
  readonly held: ReadonlySet<string>;
  readonly stores: <S extends Stores>(stores: S) => S;
  readonly log: <L extends Log>(log: L) => Log;
  readonly onCommand: CommandObserver;
  readonly work: <P>(run: (work: DueWork) => Promise<P | null>) => (work: DueWork) => Promise<P | null>;
  readonly jobs: (jobs: readonly RegularJob[]) => readonly RegularJob[];
  readonly answered: (request: Answered) => void;
  /** Counts an answer that was sent from memory, or was remembered for the next time. */
  readonly remembered: (from: 'used' | 'made') => void;
  /** The remembered answers. Their owner sets it. */
  answers: RememberedAnswers['counts'];
  /** Counts how a request for a report as a file ended. */
  readonly report: NonNullable<ReportFilesOptions['ended']>;
  /** The number of pieces of due work that this process has set aside. The scheduler's owner sets it. */
  aside: () => number;
  /** Counts the reports that wait or are being written. Their owner sets it. */
  reports: ReportFiles['counts'];
}

const PACKAGE = join(import.meta.dirname, '../../../package.json');

export function createMeters(): Meters {
  const metrics = createMetrics();
  const held = new Set<string>();
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  metrics.info.set({ version }, 1);
  return {
    metrics,
    held,
    stores: (stores) => meteredStores(stores, metrics, held),
    log: (log) => countingLog(log, metrics),
    onCommand: (stream, command, became) => {
      const outcome = 'error' in became ? kindOf(became.error) : became.events > 0 ? 'done' : 'nothing';
      metrics.commands.inc({ aggregate: aggregateOf(stream), command: commandOf(command), outcome });
    },
    work: (run) => async (work) => {
      const { kind } = work;
      const end = metrics.workSeconds.startTimer({ kind });
      try {
        const done = await run(work);
        metrics.work.inc({ kind, outcome: done === null ? 'nothing' : 'done' });
        return done;
      } catch (error) {
        metrics.work.inc({ kind, outcome: 'failed' });
        throw error;
      } finally {
        end();
      }
    },
    jobs: (jobs) => jobs.map((job) => ({ ...job, run: () => meteredRun(job, metrics) })),
    answered: countingRequests(metrics),
    remembered: countingAnswers(metrics),
    answers: () => ({ answers: 0, bytes: 0 }),
    report: (format, outcome) => metrics.reports.inc({ format, outcome }),
    aside: () => 0,
    reports: () => ({ waiting: 0, making: 0 }),
  };
}

async function meteredRun({ name: job, run }: RegularJob, { jobs, jobSeconds }: Metrics): Promise<void> {
  const end = jobSeconds.startTimer({ job });
  try {
    await run();
    jobs.inc({ job, outcome: 'done' });
  } catch (error) {
    jobs.inc({ job, outcome: 'failed' });
    throw error;
  } finally {
    end();
  }
}

function countingAnswers({ remembered }: Metrics): Meters['remembered'] {
  const counts = { used: remembered.labels({ from: 'used' }), made: remembered.labels({ from: 'made' }) };
  return (from) => counts[from].inc();
}

/** Each label is looked up once, because the lookup by its parts costs more than the counting itself. */
function countingRequests({ requests, requestSeconds }: Metrics): Meters['answered'] {
  const known = new Map<string, (seconds: number) => void>();
  const counted = (route: string, method: string, status: string): ((seconds: number) => void) => {
    const total = requests.labels({ route, method, status });
    const time = requestSeconds.labels({ route, method });
    return (seconds) => {
      total.inc();
      time.observe(seconds);
    };
  };
  return ({ route, method, status, seconds }) => {
    const group = `${Math.floor(status / 100)}xx`;
    const key = `${method} ${group} ${route}`;
    const count = known.get(key) ?? counted(route, method, group);
    known.set(key, count);
    count(seconds);
  };
}

const countingLog = (log: Log, { logged, fallbacks }: Metrics): Log => ({
  info: (fields, event) => log.info(fields, event),
  warn: (fields, event) => {
    logged.inc({ level: 'warn' });
    if (event === 'review.fallback_used' && 'reason' in fields) fallbacks.inc({ reason: String(fields.reason) });
    log.warn(fields, event);
  },
  error: (fields, event) => {
    logged.inc({ level: 'error' });
    log.error(fields, event);
  },
});
