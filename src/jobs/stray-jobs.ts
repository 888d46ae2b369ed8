import type { AgendaBackend, JobParameters } from 'agenda';

/** Machines agree to a second; what lies further ahead was written by a clock that has been set back since. */
const AHEAD_MS = 10_000;

export interface StrayJobs {
  readonly backend: AgendaBackend;
  readonly names: readonly string[];
  /** Whether the job runs here. Its row is then left alone: it is written when the job ends. */
  readonly isRunning: (name: string) => boolean;
  /** Whether other processes run the same jobs. */
  readonly shared: boolean;
}

/**
 * Gives a function that lets regular jobs run at once which agenda would leave alone for long. Their rows lie ahead of the
 * machine's clock, because it was wrong for a while or another machine's is; or, if no other process runs jobs, they are
 * still locked at the next look, because the store could not be written when they ended. `now`: the machine's clock, by
 * which agenda writes the rows.
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

/** The next run of a job that has run already may lie ahead by its interval; the last run and the lock never do. */
function isAhead({ lastRunAt, lockedAt, nextRunAt }: JobParameters, now: Date): boolean {
  const isLater = (instant: Date | null | undefined): boolean => Boolean(instant) && Number(instant) - now.getTime() > AHEAD_MS;
  return isLater(lastRunAt) || isLater(lockedAt) || (!lastRunAt && isLater(nextRunAt));
}
