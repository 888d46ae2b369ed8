import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { Agenda, type AgendaBackend } from 'agenda';
import type { Log } from './log.ts';
import { createReviver } from './stray-jobs.ts';

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
  /** The pause between two scans for due jobs, in milliseconds. */
  readonly scanMs?: number;
  /** The pause between two searches for stray jobs (see stray-jobs.ts), in milliseconds. */
  readonly lookMs?: number;
}

const SCAN_MS = 1_000;
const LOOK_MS = 5_000;
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
  { shared = false, lockMs = LOCK_MS, dropped = [], scanMs = SCAN_MS, lookMs = LOOK_MS }: AgendaOptions = {},
): Promise<{ stop(timeoutMs: number): Promise<void> }> {
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
  agenda.on('error', (error) => log.error({ err: error }, 'job store failed'));
  const underWay = new Map<string, Promise<void>>();
  for (const work of jobs) {
    agenda.define(work.name, async (job: LockedJob) => {
      // This process may get back a lock that it lost while the job was still running.
      const still = underWay.get(work.name);
      if (still) return still;
      const run = work.run().catch((error: unknown) => log.error({ err: error, job: work.name }, 'job failed'));
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
    const failed = (error: unknown) => log.warn({ err: error }, 'locks of jobs were not let go of, and lapse');
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
      await look().catch((error: unknown) => log.warn({ err: error }, 'the rows of jobs could not be looked at'));
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
      if (!ended.signal.aborted) log.warn({ err: error }, 'a lock of a job could not be kept: another process may take its turn');
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
