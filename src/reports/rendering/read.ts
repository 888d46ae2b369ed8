import type { App } from '../../app/app.ts';
import { type HistoryEntry, MOST_ROWS } from '../../contracts/report.ts';
import type { Task } from '../../contracts/task.ts';
import { addDays } from '../../domain/calendar/local.ts';
import type { Cursor, Stored } from '../../ports/documents.ts';
import { yieldToEventLoop } from '../../projections/engine/views.ts';
import { type HistoryOnly, historyCount } from '../../projections/history/selection.ts';
import { dailyReport, weeklyReport } from '../../projections/report.ts';
import type { ListLimit } from '../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import { FIGURES, knownThen, NAMES, type ReportApp } from '../as-of/known-then.ts';
import { createReports, presentedSlices, SLICE } from '../service.ts';
import type { RenderJob, ReportContent } from './threads.ts';

/** A report with the content that its owner sees, in the form that is sent to a thread. */
export type ReportParts = Omit<RenderJob, 'format' | 'conventions'>;

/** The part of a report that is asked for. Left out: the whole of it. */
export interface ReportScope {
  /** Local dates, of the overall report and that of putting off. */
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** Of a history. The caller checks that its task is the owner's. */
  readonly only?: HistoryOnly | undefined;
  /** The content, if the caller has read it already, as for a partner. */
  readonly ready?: ReportContent | undefined;
  /** The instant at which the report is wanted as it was known; left out: as it is now. */
  readonly asOf?: string | undefined;
}

/**
 * Reads a report with its newest 5,000 rows, in slices of some hundred rows. Between slices, other work of the process
 * can run.
 * @throws RuleViolation `not_found` if there is no such account, `validation_failed` as `knownThen`; the signal's reason if it aborts
 */
export type ReadReport = (
  request: ReportScope & { readonly owner: string; readonly type: ReportContent['kind']; readonly offset: number },
  signal: AbortSignal,
) => Promise<ReportParts>;

const NEWEST: ListLimit = { most: MOST_ROWS, end: 'newest' };

export function createReportReader(app: App): ReadReport {
  const readNow = readerOver(app);
  return ({ asOf, ...request }, signal) => {
    if (asOf === undefined) return readNow(request, signal);
    const part = request.type === 'history' ? NAMES : FIGURES;
    return knownThen(app, { owner: request.owner, asOf, part, signal }, (then) => readerOver(then)(request, signal));
  };
}

function readerOver(app: ReportApp): ReadReport {
  const { views, past } = app;
  const known = past && { as_of: past.asOf };
  const reports = createReports(app);

  async function encodedTasks(owner: string, tasks: readonly Stored<TaskDoc>[], signal: AbortSignal): Promise<ReportParts['rows']> {
    const rows: Uint8Array<ArrayBuffer>[] = [];
    for await (const slice of presentedSlices(app, owner, tasks)) {
      signal.throwIfAborted();
      rows.push(encoded(slice.map(asRow)));
    }
    return rows;
  }

  async function encodedEntries(owner: string, only: HistoryOnly, signal: AbortSignal) {
    const rows: Uint8Array<ArrayBuffer>[] = [];
    let [count, after]: [number, Cursor | null | undefined] = [0, undefined];
    while (after !== null && count < MOST_ROWS) {
      signal.throwIfAborted();
      const page: { entries: HistoryEntry[]; next: Cursor | null } = await reports.history(owner, only, {
        limit: Math.min(SLICE, MOST_ROWS - count),
        ...(after && { after }),
      });
      rows.push(encoded(page.entries));
      count += page.entries.length;
      after = page.next;
      await yieldToEventLoop();
    }
    if (after === null) return { rows, total: count };
    return { rows, total: await historyCount(past?.present ?? views, owner, { ...only, recorded_by: past?.asOf }, signal) };
  }

  return async ({ owner, type, offset, start, end, only = {}, ready }, signal) => {
    if (ready !== undefined) return { name: '', content: ready, rows: [] };
    const { reader, name, now } = await reports.reader(owner);
    const made = { ...known, timezone: reader.zone, generated_at: now };
    if (type === 'overall') return { name, content: { kind: type, report: await reports.overall(owner, start, end) }, rows: [] };
    if (type === 'procrastination')
      return { name, content: { kind: type, report: await reports.procrastination(owner, start, end) }, rows: [] };
    if (type === 'history') {
      const { rows, total } = await encodedEntries(owner, only, signal);
      return {
        name,
        content: {
          kind: type,
          report: {
            type: only.type ?? 'all',
            only: { actor: only.actor, from: only.from, to: only.to, isOfTask: only.task_id !== undefined },
            ...made,
            total,
          },
        },
        rows,
      };
    }
    if (type === 'daily') {
      const { tasks, total, ...figures } = await dailyReport(views, reader, addDays(reader.today, offset), NEWEST);
      const report = { ...figures, ...made, more: total - tasks.length };
      return { name, content: { kind: type, report }, rows: await encodedTasks(owner, tasks, signal) };
    }
    const { tasks, total, ...figures } = await weeklyReport(views, reader, offset, NEWEST);
    // The figures are read-only here, but those of the API's answer are not.
    const report = { ...figures, ...made, more: total - tasks.length } as WeeklyContent;
    return { name, content: { kind: 'weekly', report }, rows: await encodedTasks(owner, tasks, signal) };
  };
}

type WeeklyContent = Extract<ReportContent, { kind: 'weekly' }>['report'];

/** A task with the fields that a report shows. */
const asRow = (task: Task): Task => ({ ...task, description: null, tags: [] });

const encoded = (rows: readonly unknown[]): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(rows));
