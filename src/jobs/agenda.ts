import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { Agenda, type AgendaBackend } from 'agenda';
import type { Log } from './log.ts';

export interface RegularWork {
  readonly name: string;
  /** As `1 second`, `1 hour`. */
  readonly every: string;
  readonly run: () => Promise<void>;
}

export interface AgendaOptions {
  /**
   * Other processes work on the same jobs: each turn is one process's. A turn whose process died is another's within
   * `lockMs` and a scan, by the clocks of the machines, which should agree to a second.
   */
  readonly shared?: boolean;
  readonly lockMs?: number;
  /** Names of jobs that there are no more: what is stored of them is removed. */
  readonly dropped?: readonly string[];
  /** Between two looks for what is due. */
  readonly scanMs?: number;
}

const SCAN_MS = 1_000;
const LOCK_MS = 8_000;
/** For what a start that failed has begun. */
const UNDONE_MS = 1_000;
/** A lock is renewed so many times in its life. */
const RENEWALS = 4;

type Touched = { touch(): Promise<void> };

/** Runs each piece of work regularly, never twice at once; a failure is logged and the next turn comes. */
export async function startAgenda(
  backend: AgendaBackend,
  works: readonly RegularWork[],
  log: Log,
  { shared = false, lockMs = LOCK_MS, dropped = [], scanMs = SCAN_MS }: AgendaOptions = {},
): Promise<{ stop(timeoutMs: number): Promise<void> }> {
  // Agenda connects too, and waits for ever for what fails.
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
  for (const work of works) {
    agenda.define(work.name, async (job: Touched) => {
      // A lock that was lost in the middle may come back to this process while it is still at it.
      const still = underWay.get(work.name);
      if (still) return still;
      const run = work.run().catch((error: unknown) => log.error({ err: error, job: work.name }, 'job failed'));
      underWay.set(work.name, run);
      await (shared ? keeping(job, lockMs / RENEWALS, run, log) : run);
      underWay.delete(work.name);
    });
  }
  const names = works.map((work) => work.name);
  // A killed process leaves its locks behind; where there is no other process, they are void.
  const removed = [...dropped, ...(shared ? [] : names)];
  if (removed.length > 0) await backend.repository.removeJobs({ names: removed });
  async function stop(timeoutMs: number): Promise<void> {
    await agenda.drain({ timeout: timeoutMs, closeConnection: !shared });
    if (!shared) return;
    const failed = (error: unknown) => log.warn({ err: error }, 'locks of jobs were not let go of, and lapse');
    await Promise.race([letGo(backend, name, new Set(underWay.keys())).catch(failed), after(timeoutMs)]);
    await backend.disconnect();
  }
  try {
    await agenda.start();
    for (const work of works) await agenda.every(work.every, work.name);
  } catch (error) {
    // What has begun would go on, and take turns from whoever begins next.
    await stop(UNDONE_MS);
    throw error;
  }
  return { stop };
}

/** Says again and again that the job's process is alive, until the run has ended. */
async function keeping(job: Touched, everyMs: number, run: Promise<void>, log: Log): Promise<void> {
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
  // One that comes late would lock again what has been let go of.
  await touching;
}

/** Lets go of what is locked ahead of its turn, so that others need not wait for it. */
async function letGo({ repository }: AgendaBackend, holder: string, running: ReadonlySet<string>): Promise<void> {
  const { jobs } = await repository.queryJobs();
  const held = jobs.filter((job) => job.lastModifiedBy === holder && job.lockedAt && !running.has(job.name));
  await repository.unlockJobs(held.flatMap(({ _id }) => (_id ? [_id] : [])));
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
