import type { DatabaseSync } from 'node:sqlite';
import { datefields, type JobId, type JobParameters, type JobsQueryOptions, type JobsSort, type RemoveJobsOptions, toJobId } from 'agenda';
import { v7 } from 'uuid';
import { itemAt } from '../../domain/kernel/records.ts';
import { openDisposable, openTables, transactions, withStoreErrors } from '../sqlite/database.ts';
import { prepareSelect } from '../sqlite/statements.ts';
import { storedJson } from '../stored-json.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY,
    job TEXT NOT NULL,
    name TEXT NOT NULL AS (job ->> 'name'),
    next_run_at TEXT AS (job ->> 'nextRunAt'),
    locked_at TEXT AS (job ->> 'lockedAt'),
    priority REAL AS (job ->> 'priority'),
    disabled INTEGER NOT NULL AS (coalesce(job ->> 'disabled', 0))
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_by_next_run ON jobs (name, locked_at, next_run_at);
`;

export interface StoredJob extends JobParameters<unknown> {
  readonly _id: JobId;
}

/** The rows of the jobs, one for each job. Instants are stored as RFC 3339 in UTC, so that they sort by time. */
export class JobTable {
  readonly #database;
  readonly #transact;

  constructor(path: string) {
    // The regular jobs are declared again at every start.
    this.#database = openDisposable(path, openJobs);
    this.#transact = transactions(this.#database);
  }

  where(condition: string, ...values: readonly (string | number)[]): StoredJob[] {
    const rows = prepareSelect<{ id: string; job: string }>(this.#database, `SELECT id, job FROM jobs WHERE ${condition}`).all(...values);
    return rows.map(({ id, job }) => ({ ...revived(job), _id: toJobId(id) }));
  }

  byId(id: string): StoredJob | null {
    return this.where('id = ?', id)[0] ?? null;
  }

  put({ _id, ...job }: JobParameters<unknown>): StoredJob {
    const id = _id ?? toJobId(v7());
    this.#database
      .prepare('INSERT INTO jobs (id, job) VALUES (?, ?) ON CONFLICT DO UPDATE SET job = excluded.job')
      .run(id, JSON.stringify(job));
    return itemAt(this.where('id = ?', id), 0);
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM jobs WHERE id = ?').run(id);
  }

  /** Runs the work in one transaction. @throws StoreUnavailable, StoreFull */
  change<T>(work: () => T): Promise<T> {
    return withStoreErrors(() => this.#transact(work));
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

// A commit that is lost in a power failure makes a job run again, which every job must allow anyway.
const openJobs = (path: string): DatabaseSync => openTables(path, SCHEMA, { synchronous: 'NORMAL' });

const DATES: ReadonlySet<string> = new Set(datefields);

function revived(text: string): JobParameters<unknown> {
  const job = storedJson<JobParameters<unknown>>(text);
  for (const [field, value] of Object.entries(job)) {
    if (DATES.has(field) && typeof value === 'string') Reflect.set(job, field, new Date(value));
    // Agenda uses undefined for unset fields, except for the next run, where it uses null.
    else if (value === null && field !== 'nextRunAt' && field !== 'data') Reflect.deleteProperty(job, field);
  }
  return job;
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const valueAt = (job: object, path: string): unknown => path.split('.').reduce<unknown>(memberOf, job);

export const hasValues = (job: StoredJob, expected: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(expected).every(([path, value]) => JSON.stringify(valueAt(job, path)) === JSON.stringify(value));

/** Whether `data` contains every member of `expected`, at any depth. Values other than objects must be equal. */
function includes(data: unknown, expected: unknown): boolean {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected))
    return JSON.stringify(data) === JSON.stringify(expected);
  return Object.entries(expected).every(([key, value]) => includes(memberOf(data, key), value));
}

export function matcherFor({
  id,
  ids,
  name,
  names,
  notNames,
  search,
  data,
}: RemoveJobsOptions & JobsQueryOptions): (job: StoredJob) => boolean {
  return (job) =>
    (id === undefined || job._id === id) &&
    (!ids?.length || ids.map(String).includes(job._id)) &&
    (name === undefined || job.name === name) &&
    (!names?.length || names.includes(job.name)) &&
    !notNames?.includes(job.name) &&
    (!search || job.name.toLowerCase().includes(search.toLowerCase())) &&
    (data === undefined || includes(job.data, data));
}

/** Gives a comparison by the fields of the sort, in their order. Unset fields come first. */
export function compareBy(sort: JobsSort): (a: StoredJob, b: StoredJob) => number {
  const keyOf = (job: StoredJob, field: string): string | number => {
    const value: unknown = memberOf(job, field) ?? '';
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'number' ? value : typeof value === 'string' ? value : JSON.stringify(value);
  };
  return (a, b) => {
    for (const [field, direction] of Object.entries(sort)) {
      const [one, other] = [keyOf(a, field), keyOf(b, field)];
      if (one !== other) return (one < other ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return 0;
  };
}
