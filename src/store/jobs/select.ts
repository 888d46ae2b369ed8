import type { JobsQueryOptions, JobsSort, RemoveJobsOptions } from 'agenda';
import type { StoredJob } from './job-table.ts';

const valueAt = (job: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], job);

export const hasValues = (job: StoredJob, expected: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(expected).every(([path, value]) => JSON.stringify(valueAt(job, path)) === JSON.stringify(value));

/** Whether `data` contains every member of `expected`, at any depth. Values other than objects must be equal. */
function includes(data: unknown, expected: unknown): boolean {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected))
    return JSON.stringify(data) === JSON.stringify(expected);
  return Object.entries(expected).every(([key, value]) => includes((data as Record<string, unknown> | null | undefined)?.[key], value));
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
    const value = (job as unknown as Record<string, unknown>)[field] ?? '';
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
