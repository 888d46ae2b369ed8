import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { Agenda, type AgendaBackend, type JobParameters } from 'agenda';
import type { Log } from '../ports/log.ts';

/** The machines' clocks agree to a second. A time further ahead was written before a clock was set back. */
const AHEAD_MS = 10_000;

export interface StrayJobs {
  readonly backend: AgendaBackend;
  readonly names: readonly string[];
  /** Whether this process is running the job. Then its row does not change, because it is written when the job ends. */
  readonly isRunning: (name: string) => boolean;
  readonly shared: boolean;
}

/**
 * Returns a function that finds regular jobs that agenda would not run for a long time, and makes them run at once. Their rows can be ahead
 * of the machine's clock, because this clock was wrong for a while or another machine's is wrong. If no other process runs jobs, rows can
 * also still be locked at the next search, because the store could not be written when the jobs ended. `now`: the machine's clock, which
 * agenda uses in the rows.
 */
function createReviver({ backend: { repository }, names, isRunning, shared }: StrayJobs): (now: Date) => Promise<void> {
  let locks = new Map<string, number>();
  return async (now) => {
    const { jobs } = await repository.queryJobs();
    const idle = jobs.filter(({ name }) => names.includes(name) && !isRunning(name));
    const isLeftLocked = ({ name, lockedAt }: JobParameters): boolean =>
      !shared && Boolean(lockedAt) && locks.get(name) === Number(lockedAt);
    const stray = idle.filter((job) => isAhead(job, now) || isLeftLocked(job));
    locks = new Map(idle.flatMap(({ name, lockedAt }) => (lockedAt ? [[name, Number(lockedAt)]] : [])));
    // The types of agenda do not know that a field can be emptied.
    for (const job of stray)
      await repository.saveJobState({ ...job, lockedAt: undefined, lastRunAt: undefined, nextRunAt: now } as JobParameters, undefined);
  };
}

/** The next run of a job that has run before may be one interval ahead; the last run and the lock are never in the future. */
function isAhead({ lastRunAt, lockedAt, nextRunAt }: JobParameters, now: Date): boolean {
  const isLater = (instant: Date | null | undefined): boolean => Boolean(instant) && Number(instant) - now.getTime() > AHEAD_MS;
  return isLater(lastRunAt) || isLater(lockedAt) || (!lastRunAt && isLater(nextRunAt));
}

export interface RegularJob {
  readonly name: string;
  /** An interval such as `1 second` or `1 hour`. */
  readonly every: string;
  readonly run: () => Promise<void>;
}

export interface AgendaOptions {
  /**
   * True if other processes run the same jobs; then only one process runs each job at a time. Another process takes over the job of a dead
   * process within `lockMs` plus one scan. This uses the machines' clocks, which should agree to a second.
   */
  readonly shared?: boolean;
  readonly lockMs?: number;
  readonly dropped?: readonly string[];
  /** The pause between two scans for due jobs, in milliseconds: less than `lockMs`, because a scan locks the jobs due before the next. */
  readonly scanMs?: number;
  /** The pause between two searches for stray jobs (see `createReviver`), in milliseconds. */
  readonly lookMs?: number;
}

const PAUSES = { scanMs: 1_000, lookMs: 5_000 } as const;
/** A store that processes share is asked less often, because each scan and each search is a call to a server. */
const SHARED_PAUSES = { scanMs: 5_000, lookMs: 30_000 } as const;
const LOCK_MS = 8_000;
/** How long a failed start waits for what it had started. */
const ABORTED_START_MS = 1_000;
/** How often a lock is renewed during its lifetime. */
const RENEWALS = 4;

type LockedJob = { touch(): Promise<void> };

/** Runs each job regularly and never twice at the same time. A failure is logged, and the job runs again at its next turn. */
export async function startAgenda(
  backend: AgendaBackend,
  jobs: readonly RegularJob[],
  log: Log,
  { shared = false, lockMs = LOCK_MS, dropped = [], ...pauses }: AgendaOptions = {},
): Promise<{ stop(timeoutMs: number): Promise<void> }> {
  const { scanMs, lookMs } = { ...(shared ? SHARED_PAUSES : PAUSES), ...pauses };
  // Agenda would connect by itself, but it waits for ever if that fails.
  await backend.connect();
  const name = randomUUID();
  const agenda = new Agenda({
    backend,
    name,
    processEvery: scanMs,
    defaultConcurrency: 1,
    defaultLockLimit: 1,
    ...(shared && { defaultLockLifetime: lockMs }),
  });
  agenda.on('error', (error) => log.error({ err: error }, 'job.store_failed'));
  const underWay = new Map<string, Promise<void>>();
  for (const work of jobs) {
    agenda.define(work.name, async (job: LockedJob) => {
      // This process may get back a lock that it lost while the job was still running.
      const still = underWay.get(work.name);
      if (still) return still;
      const run = work.run().catch((error: unknown) => log.error({ err: error, job: work.name }, 'job.failed'));
      underWay.set(work.name, run);
      await (shared ? keepLocked(job, lockMs / RENEWALS, run, log) : run);
      underWay.delete(work.name);
    });
  }
  const names = jobs.map((work) => work.name);
  // A killed process leaves its locks behind. If this is the only process, they are void.
  const removed = [...dropped, ...(shared ? [] : names)];
  if (removed.length > 0) await backend.repository.removeJobs({ names: removed });
  const looking = new AbortController();
  async function stop(timeoutMs: number): Promise<void> {
    looking.abort();
    await agenda.drain({ timeout: timeoutMs, closeConnection: !shared });
    if (!shared) return;
    const failed = (error: unknown) => log.warn({ err: error }, 'job.release_failed');
    await Promise.race([releaseLocks(backend, name, new Set(underWay.keys())).catch(failed), after(timeoutMs)]);
    await backend.disconnect();
  }
  try {
    await agenda.start();
    for (const work of jobs) await agenda.every(work.every, work.name);
  } catch (error) {
    // Otherwise the started agenda would go on and take turns from the next start.
    await stop(ABORTED_START_MS);
    throw error;
  }
  const revive = createReviver({ backend, names, isRunning: (job) => underWay.has(job), shared });
  void lookAgainAndAgain(lookMs, looking.signal, log, () => revive(new Date()));
  return { stop };
}

async function lookAgainAndAgain(everyMs: number, signal: AbortSignal, log: Log, look: () => Promise<void>): Promise<void> {
  try {
    for await (const _ of setInterval(everyMs, null, { signal, ref: false }))
      await look().catch((error: unknown) => log.warn({ err: error }, 'job.check_failed'));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function keepLocked(job: LockedJob, everyMs: number, run: Promise<void>, log: Log): Promise<void> {
  const ended = new AbortController();
  const touching = (async () => {
    try {
      for await (const _ of setInterval(everyMs, null, { signal: ended.signal, ref: false })) await job.touch();
    } catch (error) {
      if (!ended.signal.aborted) log.warn({ err: error }, 'job.lock_lost');
    }
  })();
  await run;
  ended.abort();
  // A late renewal would take the released lock again.
  await touching;
}

/** Releases jobs that were locked ahead of time, so that other processes need not wait for them. */
async function releaseLocks({ repository }: AgendaBackend, holder: string, running: ReadonlySet<string>): Promise<void> {
  const { jobs } = await repository.queryJobs();
  const held = jobs.filter((job) => job.lastModifiedBy === holder && job.lockedAt && !running.has(job.name));
  await repository.unlockJobs(held.flatMap(({ _id }) => (_id ? [_id] : [])));
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
