import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  computeJobState,
  datefields,
  type JobParameters,
  type JobRepository,
  type JobsOverview,
  type JobsQueryOptions,
  type JobWithState,
  type RemoveJobsOptions,
  toJobId,
} from 'agenda';
import { transactions } from '../sqlite/database.ts';

/** The columns that jobs are found by; the rest lies in `job`. Instants are milliseconds since the epoch. */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, single INTEGER NOT NULL, disabled INTEGER NOT NULL,
    next_run_at INTEGER, locked_at INTEGER, priority INTEGER NOT NULL, job TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS jobs_by_name ON jobs (name, next_run_at);
`;

type Stored = JobParameters & { readonly _id: NonNullable<JobParameters['_id']> };

export function createRepository(database: DatabaseSync): JobRepository {
  const transaction = transactions(database);
  const all = (): Stored[] =>
    (database.prepare('SELECT id, job FROM jobs ORDER BY next_run_at, priority DESC, id').all() as unknown as Row[]).map(toJob);
  const put = database.prepare(
    'INSERT OR REPLACE INTO jobs (id, name, single, disabled, next_run_at, locked_at, priority, job) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const byId = database.prepare('SELECT id, job FROM jobs WHERE id = ?');
  const single = database.prepare('SELECT id, job FROM jobs WHERE name = ? AND single = 1');
  const remove = database.prepare('DELETE FROM jobs WHERE id = ?');
  const next = database.prepare(`SELECT id, job FROM jobs WHERE name = ? AND disabled = 0
    AND ((locked_at IS NULL AND next_run_at <= ?) OR locked_at <= ?) ORDER BY next_run_at, priority DESC LIMIT 1`);

  const load = (id: string): Stored | null => {
    const row = byId.get(id) as Row | undefined;
    return row ? toJob(row) : null;
  };
  function save(job: Stored): Stored {
    const { _id, unique: _, uniqueOpts: __, ...kept } = job;
    const flags = [job.type === 'single' ? 1 : 0, job.disabled ? 1 : 0] as const;
    put.run(_id, job.name, ...flags, at(job.nextRunAt), at(job.lockedAt), job.priority, JSON.stringify(kept));
    return job;
  }
  const change = (job: Stored, fields: Partial<JobParameters>): Stored => save({ ...job, ...fields });
  const setAll = (options: RemoveJobsOptions, fields: Partial<JobParameters>): number =>
    transaction(() => chosen(all(), options).map((job) => change(job, fields)).length);

  return {
    connect: async () => undefined,
    queryJobs: async (options) => queried(all(), options ?? {}),
    getJobsOverview: async () => overview(all()),
    getDistinctJobNames: async () => [...new Set(all().map(({ name }) => name))],
    getJobById: async (id) => load(id),
    getQueueSize: async () => all().filter(({ nextRunAt }) => nextRunAt !== null && nextRunAt < new Date()).length,
    removeJobs: async (options) => transaction(() => chosen(all(), options).map(({ _id }) => remove.run(_id)).length),
    disableJobs: async (options) => setAll(options, { disabled: true }),
    enableJobs: async (options) => setAll(options, { disabled: false }),
    purgeAllJobs: async () => Number(database.prepare('DELETE FROM jobs').run().changes),
    unlockJob: async (job) => unlock([job._id]),
    unlockJobs: async (ids) => unlock(ids),
    saveJob: async <DATA>(job: JobParameters<DATA>) => transaction(() => upsert(job as JobParameters)) as JobParameters<DATA>,
    saveJobState: async (job) => {
      const stored = job._id === undefined ? null : load(job._id);
      if (!stored) throw new Error(`The job ${job.name} is not there any more.`);
      const { nextRunAt, lockedAt, lastRunAt, progress, failReason, failCount, failedAt, lastFinishedAt } = job;
      save({
        ...stored,
        nextRunAt,
        ...defined({ progress, failReason, failCount, failedAt, lastFinishedAt, lastRunAt }),
        lockedAt,
      } as Stored);
    },
    lockJob: async (job) =>
      transaction(() => {
        const stored = job._id === undefined ? null : load(job._id);
        const free = stored && !stored.lockedAt && !stored.disabled && at(stored.nextRunAt) === at(job.nextRunAt);
        return free ? change(stored, { lockedAt: new Date() }) : undefined;
      }),
    getNextJobToRun: async (name, nextScanAt, lockDeadline, now) =>
      transaction(() => {
        const row = next.get(name, nextScanAt.getTime(), lockDeadline.getTime()) as Row | undefined;
        return row && change(toJob(row), { lockedAt: now ?? new Date() });
      }),
  };

  function unlock(ids: readonly (string | undefined)[]): void {
    transaction(() => {
      for (const id of ids) {
        const stored = id === undefined ? null : load(id);
        if (stored) save({ ...stored, lockedAt: undefined } as unknown as Stored);
      }
    });
  }

  /** A single job is there once by its name, and one that is due keeps its turn. */
  function upsert(job: JobParameters): JobParameters {
    if (job.unique) throw new TypeError('Jobs with a unique query are not kept here: give the job a name of its own.');
    if (job._id !== undefined) return load(job._id) ? save(job as Stored) : job;
    const row = job.type === 'single' ? (single.get(job.name) as Row | undefined) : undefined;
    if (!row) return save({ ...job, _id: toJobId(randomUUID()) });
    const stored = toJob(row);
    const due = job.nextRunAt !== null && job.nextRunAt <= new Date();
    return save({ ...stored, ...job, _id: stored._id, nextRunAt: due ? stored.nextRunAt : job.nextRunAt });
  }
}

interface Row {
  readonly id: string;
  readonly job: string;
}

function toJob({ id, job }: Row): Stored {
  const parsed = JSON.parse(job) as Record<string, unknown>;
  for (const field of datefields) if (typeof parsed[field] === 'string') parsed[field] = new Date(parsed[field]);
  return { ...(parsed as unknown as JobParameters), _id: toJobId(id) };
}

const at = (date: Date | null | undefined): number | null => (date ? new Date(date).getTime() : null);
const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The jobs that all of the options name; none where nothing is named. */
function chosen(jobs: readonly Stored[], { id, ids, name, names, notNames, data }: RemoveJobsOptions): readonly Stored[] {
  const tests: ((job: Stored) => boolean)[] = [];
  if (id !== undefined) tests.push((job) => job._id === id);
  if (ids?.length) tests.push((job) => ids.includes(job._id));
  if (name !== undefined) tests.push((job) => job.name === name);
  if (names?.length) tests.push((job) => names.includes(job.name));
  if (notNames?.length) tests.push((job) => !notNames.includes(job.name));
  if (data !== undefined) tests.push((job) => same(job.data, data));
  return tests.length === 0 ? [] : jobs.filter((job) => tests.every((test) => test(job)));
}

function queried(jobs: readonly Stored[], options: JobsQueryOptions): { jobs: JobWithState[]; total: number } {
  const { state, search, includeDisabled = true, skip = 0, limit, sort: _, ...by } = options;
  const now = new Date();
  const named = Object.values(by).some((value) => value !== undefined) ? chosen(jobs, by) : jobs;
  const found = named
    .map((job) => ({ ...job, state: job.disabled ? ('paused' as const) : computeJobState(job, now) }))
    .filter(
      (job) =>
        (includeDisabled || !job.disabled) &&
        (search === undefined || job.name.includes(search)) &&
        (state === undefined || job.state === state),
    );
  return { jobs: found.slice(skip, limit ? skip + limit : undefined), total: found.length };
}

function overview(jobs: readonly Stored[]): JobsOverview[] {
  const none = { total: 0, running: 0, scheduled: 0, queued: 0, completed: 0, failed: 0, repeating: 0, paused: 0 };
  const byName = new Map<string, JobsOverview>();
  for (const job of jobs) {
    const sums = byName.get(job.name) ?? { name: job.name, ...none };
    const state = job.disabled ? 'paused' : computeJobState(job);
    byName.set(job.name, { ...sums, total: sums.total + 1, [state]: sums[state] + 1 });
  }
  return [...byName.values()];
}
