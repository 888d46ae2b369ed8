import {
  type AgendaBackend,
  computeJobState,
  type JobParameters,
  type JobRepository,
  type JobRepositoryOptions,
  type JobState,
  type JobsOverview,
  type JobsQueryOptions,
  type RemoveJobsOptions,
} from 'agenda';
import { compareBy, hasValues, JobTable, matcherFor, type StoredJob } from './job-table.ts';

/**
 * The job repository that agenda expects. Each method reads and writes within one turn of the event loop and one
 * transaction, so only one caller can lock a job. Debouncing is not supported.
 */
class SqliteJobRepository implements JobRepository {
  readonly #table: JobTable;

  constructor(table: JobTable) {
    this.#table = table;
  }

  /** Releases all locks, because this is the only process and an earlier holder is gone. The jobs that it was running run again. */
  async connect(): Promise<void> {
    await this.#table.change(() => {
      for (const job of this.#table.where('locked_at IS NOT NULL')) {
        this.#table.put({ ...unlocked(job), nextRunAt: job.nextRunAt ?? new Date() });
      }
    });
  }

  async queryJobs({ state, sort, skip = 0, limit = 0, includeDisabled = true, ...options }: JobsQueryOptions = {}) {
    const now = new Date();
    const found = (await this.#find(options))
      .filter((job) => includeDisabled || job.disabled !== true)
      .map((job) => ({ ...job, state: computeJobState(job, now) }))
      .filter((job) => state === undefined || (state === 'paused' ? job.disabled === true : job.state === state))
      .toSorted(compareBy(sort ?? { nextRunAt: 'desc', lastRunAt: 'desc' }));
    return { jobs: found.slice(skip, limit > 0 ? skip + limit : undefined), total: found.length };
  }

  async getJobsOverview(): Promise<JobsOverview[]> {
    const now = new Date();
    const overview = new Map<string, JobsOverview>();
    for (const job of await this.#find({})) {
      const none: Record<JobState, number> = { running: 0, scheduled: 0, queued: 0, completed: 0, failed: 0, repeating: 0, paused: 0 };
      const counts = overview.get(job.name) ?? { name: job.name, total: 0, ...none };
      counts.total += 1;
      counts[computeJobState(job, now)] += 1;
      if (job.disabled === true) counts.paused += 1;
      overview.set(job.name, counts);
    }
    return [...overview.values()];
  }

  async getDistinctJobNames(): Promise<string[]> {
    return [...new Set((await this.#find({})).map((job) => job.name))];
  }

  getJobById(id: string): Promise<JobParameters | null> {
    return this.#table.change(() => this.#table.byId(id));
  }

  getQueueSize(): Promise<number> {
    return this.#table.change(() => this.#table.where('next_run_at < ?', new Date().toISOString()).length);
  }

  removeJobs(options: RemoveJobsOptions): Promise<number> {
    return this.#changeThose(options, (job) => this.#table.remove(job._id));
  }

  disableJobs(options: RemoveJobsOptions): Promise<number> {
    return this.#changeThose(options, (job) => this.#table.put({ ...job, disabled: true }));
  }

  enableJobs(options: RemoveJobsOptions): Promise<number> {
    return this.#changeThose(options, (job) => this.#table.put({ ...job, disabled: false }));
  }

  purgeAllJobs(): Promise<number> {
    return this.#changeAll([], (job) => this.#table.remove(job._id));
  }

  saveJob<DATA = unknown>({ unique, uniqueOpts, ...job }: JobParameters<DATA>, options: JobRepositoryOptions | undefined) {
    if (uniqueOpts?.debounce) return Promise.reject(new Error('This job store has no debounce: schedule the job instead.'));
    const saved = this.#table.change(() => {
      const there = this.#sameAs(job, unique);
      if (job._id && !there) return job;
      if (there && unique && uniqueOpts?.insertOnly) return there;
      const nextRunAt = there && keepsNextRun(job) ? there.nextRunAt : job.nextRunAt;
      return this.#table.put({ ...there, ...job, ...(there && { _id: there._id }), nextRunAt, ...modifiedBy(options) });
    });
    // Agenda promises the data's type to its caller, and the data come back as they were given.
    return saved as Promise<JobParameters<DATA>>;
  }

  async saveJobState(job: JobParameters, options: JobRepositoryOptions | undefined): Promise<void> {
    await this.#table.change(() => {
      const there = job._id ? this.#table.byId(job._id) : null;
      if (there?.name !== job.name) throw new Error(`The job ${job._id} (${job.name}) is not there any more.`);
      const { lockedAt, nextRunAt, lastRunAt, progress, failReason, failCount, failedAt, lastFinishedAt } = job;
      const state: Partial<StoredJob> = { lockedAt, nextRunAt, lastRunAt, progress, failReason, failCount, failedAt, lastFinishedAt };
      this.#table.put({ ...there, ...state, ...modifiedBy(options) });
    });
  }

  lockJob(job: JobParameters, options: JobRepositoryOptions | undefined) {
    return this.#table.change(() => {
      const there = job._id ? this.#table.byId(job._id) : null;
      const free = there?.name === job.name && !there.lockedAt && there.disabled !== true;
      if (!there || !free || there.nextRunAt?.getTime() !== job.nextRunAt?.getTime()) return undefined;
      return this.#lock(there, new Date(), options);
    });
  }

  async unlockJob(job: JobParameters): Promise<void> {
    // A running job has no next run and stays locked.
    await this.#changeAll(job._id ? [job._id] : ['none'], (there) => there.nextRunAt && this.#table.put(unlocked(there)));
  }

  async unlockJobs(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#changeAll(ids, (there) => this.#table.put(unlocked(there)));
  }

  getNextJobToRun(name: string, nextScanAt: Date, lockDeadline: Date, now: Date | undefined, options: JobRepositoryOptions | undefined) {
    return this.#table.change(() => {
      const [next] = this.#table.where(
        `name = ? AND disabled = 0 AND ((locked_at IS NULL AND next_run_at <= ?) OR locked_at <= ?)
         ORDER BY next_run_at, priority DESC, id LIMIT 1`,
        name,
        nextScanAt.toISOString(),
        lockDeadline.toISOString(),
      );
      return next && this.#lock(next, now ?? new Date(), options);
    });
  }

  #lock(job: StoredJob, lockedAt: Date, options: JobRepositoryOptions | undefined): JobParameters {
    return this.#table.put({ ...job, lockedAt, ...modifiedBy(options) });
  }

  #sameAs(job: JobParameters<unknown>, unique: Record<string, unknown> | undefined): StoredJob | null {
    if (job._id) return this.#table.byId(job._id);
    if (job.type === 'single') return this.#table.where(`name = ? AND job ->> 'type' = 'single'`, job.name)[0] ?? null;
    return unique ? (this.#table.where('name = ?', job.name).find((one) => hasValues(one, unique)) ?? null) : null;
  }

  #find(options: RemoveJobsOptions & JobsQueryOptions): Promise<StoredJob[]> {
    return this.#table.change(() => this.#table.where('TRUE').filter(matcherFor(options)));
  }

  #changeThose(options: RemoveJobsOptions, work: (job: StoredJob) => void): Promise<number> {
    // As in agenda's other stores, no criterion selects no job.
    if (Object.values(options).every((value) => value === undefined)) return Promise.resolve(0);
    return this.#table.change(() => this.#table.where('TRUE').filter(matcherFor(options)).map(work).length);
  }

  #changeAll(ids: readonly string[], work: (job: StoredJob) => unknown): Promise<number> {
    return this.#table.change(
      () =>
        this.#table
          .where('TRUE')
          .filter((job) => ids.length === 0 || ids.includes(job._id))
          .map(work).length,
    );
  }
}

const unlocked = ({ lockedAt: _, ...job }: StoredJob): StoredJob => job;
const modifiedBy = (options: JobRepositoryOptions | undefined) =>
  options?.lastModifiedBy ? { lastModifiedBy: options.lastModifiedBy } : {};

/** Whether a regular job that is declared again keeps its next run, because it is due by now. */
const keepsNextRun = (job: JobParameters<unknown>): boolean =>
  job.type === 'single' && job.nextRunAt !== null && job.nextRunAt <= new Date();

export function openJobBackend(path: string): AgendaBackend {
  const table = new JobTable(path);
  const repository = new SqliteJobRepository(table);
  return {
    name: 'SQLite',
    repository,
    ownsConnection: true,
    connect: () => repository.connect(),
    disconnect: async () => table.close(),
  };
}
