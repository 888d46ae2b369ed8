import type { DatabaseSync } from 'node:sqlite';
import { datefields, type JobId, type JobParameters, toJobId } from 'agenda';
import { v7 } from 'uuid';
import { openTables, transactions, withStoreErrors } from '../sqlite/database.ts';
import { openDisposable } from '../sqlite/disposable.ts';

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
    const rows = this.#database.prepare(`SELECT id, job FROM jobs WHERE ${condition}`).all(...values);
    return (rows as { id: string; job: string }[]).map(({ id, job }) => ({ ...revived(job), _id: toJobId(id) }));
  }

  byId(id: string): StoredJob | null {
    return this.where('id = ?', id)[0] ?? null;
  }

  put({ _id, ...job }: JobParameters<unknown>): StoredJob {
    const id = _id ?? toJobId(v7());
    this.#database
      .prepare('INSERT INTO jobs (id, job) VALUES (?, ?) ON CONFLICT DO UPDATE SET job = excluded.job')
      .run(id, JSON.stringify(job));
    return this.byId(id) as StoredJob;
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

function revived(text: string): JobParameters<unknown> {
  const job = JSON.parse(text) as Record<string, unknown>;
  for (const field of datefields) if (typeof job[field] === 'string') job[field] = new Date(job[field]);
  // Agenda uses undefined for unset fields, except for the next run, where it uses null.
  for (const [field, value] of Object.entries(job)) if (value === null && field !== 'nextRunAt' && field !== 'data') delete job[field];
  return job as unknown as JobParameters<unknown>;
}
