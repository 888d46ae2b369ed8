import type { ProcrastinationReport } from '../contracts/procrastination.ts';
import { type DailyReport, type HistoryEntry, MOST_ROWS, type OverallReport, type WeeklyReport } from '../contracts/report.ts';
import type { Task } from '../contracts/task.ts';
import { later } from '../domain/calendar/dates.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import type { Cursor, Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import { presentUser } from '../presenters/account.ts';
import { actorNames, presentHistory } from '../presenters/history.ts';
import { presentReported } from '../presenters/task.ts';
import { account } from '../projections/account/accounts.ts';
import { yieldToEventLoop } from '../projections/engine/views.ts';
import type { HistoryOnly } from '../projections/history/selection.ts';
import { historyOf } from '../projections/history/timeline.ts';
import { dailyReport, overallReport, type Reader, readerOf, weeklyReport } from '../projections/report.ts';
import { type ListLimit, tasksById } from '../projections/task/task-lists.ts';
import type { TaskDoc } from '../projections/task/tasks.ts';
import type { ReportApp } from './as-of/known-then.ts';
import { procrastinationIn } from './procrastination/report.ts';

/** The number of tasks or entries that are processed without a pause. */
export const SLICE = 250;

/**
 * Decrypts the texts of tasks, in slices. Between slices, other work of the process can run. Tasks as they were known then say whether they
 * have changed since.
 */
export async function* presentedSlices(
  { opener, past }: Pick<ReportApp, 'opener' | 'past'>,
  owner: string,
  tasks: readonly Stored<TaskDoc>[],
): AsyncGenerator<Task[]> {
  for (let at = 0; at < tasks.length; at += SLICE) {
    if (at > 0) await yieldToEventLoop();
    // During the pause the key may have been dropped from the cache.
    await opener.ready(owner);
    const slice = tasks.slice(at, at + SLICE);
    const shown = slice.map((task) => presentReported(opener, task));
    if (past === undefined) {
      yield shown;
      continue;
    }
    const now = await tasksById(
      past.present,
      slice.map(({ id }) => id),
    );
    await opener.ready(owner);
    yield shown.map((task) => ({ ...task, changed_since: isOther(opener, task, now.get(task.id)) }));
  }
}

const isOther = (opener: Opener, task: Task, now: Stored<TaskDoc> | undefined): boolean =>
  now === undefined || JSON.stringify(presentReported(opener, now)) !== JSON.stringify(task);

const TEN_YEARS = { years: 10 };
const FIRST: ListLimit = { most: MOST_ROWS, end: 'first' };

/**
 * Reports as the API sends them, from the present or as they were known at an instant: numbers from the read models, and decrypted texts.
 * Each method throws RuleViolation `not_found` if there is no such account.
 */
export interface Reports {
  /** The report of a local date (`YYYY-MM-DD`), or of today. */
  daily(userId: string, date?: string): Promise<DailyReport>;
  /** The report of a week, Monday to Sunday. `offset` is the number of weeks from the present one, which is 0. */
  weekly(userId: string, offset: number): Promise<WeeklyReport>;
  /**
   * The report from `start` to `end` (local dates, both included); without them, of the whole life of the account, at most
   * ten years. @throws RuleViolation validation_failed for reversed dates and for more than ten years
   */
  overall(userId: string, start?: string, end?: string): Promise<OverallReport>;
  /** Checks a period as `overall` does. @throws RuleViolation as `overall` */
  requirePeriod(userId: string, start?: string, end?: string): Promise<void>;
  /** What was put off in a period, with the defaults, the limits and the refusals of `overall`. */
  procrastination(userId: string, start?: string, end?: string): Promise<ProcrastinationReport>;
  /**
   * A page of the history, newest first. `next` is the cursor of the next page; null on the last one. `isCut`: the page ends although it
   * is not full. The caller checks that the task of the filter is the owner's.
   */
  history(
    userId: string,
    only: HistoryOnly,
    page: { limit: number; after?: Cursor },
  ): Promise<{ entries: HistoryEntry[]; next: Cursor | null; isCut: boolean }>;
  /** For whom a report is made: their name, their zone and today's date there, and the instant (`now`) it is made at. */
  reader(userId: string): Promise<{ reader: Reader; name: string; now: string }>;
}

export function createReports(app: ReportApp): Reports {
  const { views, opener, clock, past } = app;
  const known = past && { as_of: past.asOf };

  async function reader(userId: string) {
    const found = await account(views, userId);
    if (!found) throw new RuleViolation('not_found', 'There is no such account.');
    const now = clock.now();
    const { email, user_metadata } = await presentUser(opener, userId, found.doc);
    return { reader: readerOf(found.doc, now), name: user_metadata.full_name || email, now };
  }
  async function presented(owner: string, found: readonly Stored<TaskDoc>[]): Promise<Task[]> {
    const tasks: Task[] = [];
    for await (const slice of presentedSlices(app, owner, found)) tasks.push(...slice);
    return tasks;
  }

  return {
    reader,
    async daily(userId, date) {
      const { reader: who, now } = await reader(userId);
      const { tasks, total, ...figures } = await dailyReport(views, who, date, FIRST);
      const shown = await presented(userId, tasks);
      return { ...known, ...figures, timezone: who.zone, generated_at: now, tasks: shown, more: total - tasks.length };
    },
    async weekly(userId, offset) {
      const { reader: who, now } = await reader(userId);
      const { tasks, total: _, ...figures } = await weeklyReport(views, who, offset);
      const shown = await presented(userId, tasks);
      // The figures are read-only, and the type of an answer is not; nobody changes one.
      return { ...known, ...figures, timezone: who.zone, generated_at: now, tasks: shown } as WeeklyReport;
    },
    async overall(userId, start, end) {
      const { reader: who, now } = await reader(userId);
      const period = periodOf(who, start, end);
      const figures = await overallReport(views, who, period.start, period.end);
      // The figures are read-only, and the type of an answer is not; nobody changes one.
      return { ...known, ...figures, timezone: who.zone, generated_at: now } as OverallReport;
    },
    async requirePeriod(userId, start, end) {
      periodOf((await reader(userId)).reader, start, end);
    },
    async procrastination(userId, start, end) {
      const { reader: who, now } = await reader(userId);
      return { ...known, ...(await procrastinationIn(app, who, periodOf(who, start, end))), timezone: who.zone, generated_at: now };
    },
    async history(userId, only, page) {
      const { name } = await reader(userId);
      await opener.ready(userId);
      const found = await historyOf(past?.present ?? views, userId, { ...only, recorded_by: past?.asOf }, page);
      const names = await actorNames(app, name, found.items);
      const entries = found.items.map((entry) => presentHistory(opener, entry, names));
      return { entries, next: found.next, isCut: found.isCut };
    },
  };
}

const invalid = (field: string, sentence: string): RuleViolation =>
  new RuleViolation('validation_failed', sentence, { [field]: [sentence] });

/** The period of a report. An end that is left out is that of the account's life, within ten years. */
function periodOf({ since, today }: Reader, start?: string, end?: string): { start: string; end: string } {
  const last = end ?? (start !== undefined && start > today ? start : today);
  const first = start ?? earliest(since, last);
  if (first > last) throw invalid('end_date', 'The range ends before it begins.');
  if (first < tenYearsBefore(last)) throw invalid('start_date', 'A report covers at most ten years.');
  return { start: first, end: last };
}

const tenYearsBefore = (date: string): string => Temporal.PlainDate.from(date).subtract(TEN_YEARS).toString();

function earliest(since: string, last: string): string {
  const first = since > last ? last : since;
  const bound = tenYearsBefore(last);
  return later(first, bound);
}
