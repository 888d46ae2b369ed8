import type { AgendaBackend, JobParameters } from 'agenda';

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
export function createReviver({ backend: { repository }, names, isRunning, shared }: StrayJobs): (now: Date) => Promise<void> {
  let locks = new Map<string, number>();
  return async (now) => {
    const { jobs } = await repository.queryJobs();
    const idle = jobs.filter(({ name }) => names.includes(name) && !isRunning(name));
    const isLeftLocked = ({ name, lockedAt }: JobParameters): boolean =>
      !shared && Boolean(lockedAt) && locks.get(name) === Number(lockedAt);
    const stray = idle.filter((job) => isAhead(job, now) || isLeftLocked(job));
    locks = new Map(idle.flatMap(({ name, lockedAt }) => (lockedAt ? [[name, Number(lockedAt)]] : [])));
    for (const job of stray)
      await repository.saveJobState({ ...job, lockedAt: undefined, lastRunAt: undefined, nextRunAt: now } as JobParameters, undefined);
  };
}

/** The next run of a job that has run before may be one interval ahead; the last run and the lock are never in the future. */
function isAhead({ lastRunAt, lockedAt, nextRunAt }: JobParameters, now: Date): boolean {
  const isLater = (instant: Date | null | undefined): boolean => Boolean(instant) && Number(instant) - now.getTime() > AHEAD_MS;
  return isLater(lastRunAt) || isLater(lockedAt) || (!lastRunAt && isLater(nextRunAt));
}
