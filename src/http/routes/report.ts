import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { Turns } from '../../concurrency/turns.ts';
import type { QueryOf } from '../../contracts/call.ts';
import * as calls from '../../contracts/calls/report.ts';
import { FIGURES, knownThen, NAMES, type Part } from '../../reports/as-of/known-then.ts';
import { reportCsp } from '../../reports/html/style.ts';
import { type ReportFile, type ReportFiles, type ReportRequest, ReportUnavailable } from '../../reports/rendering/report-files.ts';
import type { ReportContent, ReportFormat } from '../../reports/rendering/threads.ts';
import { createReports, type Reports } from '../../reports/service.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { jsonInPieces, unlessGone } from '../kernel/long-answers.ts';
import { Refusal } from '../kernel/problems.ts';
import { type Answer, type Call, json, type Route, route } from '../kernel/route.ts';
import type { Deps } from '../routes.ts';
import { requireOwnTask } from './own-task.ts';

const A_PAGE = 50;

/** Of the reports as they were known then, which fold the events of an account again. */
const FOLDS = { running: 2, waiting: 50, waitingOfOwner: 6 };

/** A call for a report as it is, or as it was known at an instant. */
interface ReportCall extends Pick<Call<unknown, null>, 'context' | 'principal'> {
  readonly query: { readonly as_of?: string | undefined };
}

type DocumentCall = Pick<Call<QueryOf<typeof calls.readDocument.pdf>, null>, 'context' | 'principal' | 'query'>;

const FORMATS = ['pdf', 'html'] as const satisfies readonly ReportFormat[];

export function reportRoutes({ app, pages, reportFiles }: Deps): readonly Route[] {
  const reports = createReports(app);
  /** One report at a time for an owner, because a week may have tens of thousands of tasks. */
  const mutex = createKeyedMutex();
  const folds = new Turns(FOLDS);

  function reading<T>(call: ReportCall, part: Part, work: (reports: Reports) => Promise<T>): Promise<T> {
    const { owner } = call.principal;
    const { as_of: asOf } = call.query;
    if (asOf === undefined) return work(reports);
    return unlessGone(call.context, (signal) =>
      folds.run(owner, () => knownThen(app, { owner, asOf, part, signal }, (then) => work(createReports(then))), { signal }),
    );
  }

  /** A report as it was known then is asked for so rarely that it is not worth remembering. */
  async function answering(
    call: ReportCall,
    part: Part,
    lasts: NonNullable<Answer['lasts']>,
    work: (reports: Reports) => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await reading(call, part, work);
    return call.query.as_of === undefined ? { ...answer, lasts } : answer;
  }

  async function file(call: DocumentCall, format: ReportFormat): Promise<Answer> {
    const { context, principal, query } = call;
    const { owner } = principal;
    const { type, offset, start_date: start, end_date: end, history_type: kind, task_id, actor, from, to, as_of: asOf } = query;
    await requireOwnTask(app.views, owner, task_id);
    if (type === 'overall' || type === 'procrastination') await reading(call, NAMES, (found) => found.requirePeriod(owner, start, end));
    const only = { type: kind === 'all' ? undefined : kind, task_id, actor, from, to };
    const request = { owner, format, type, offset, start, end, only, asOf };
    const { bytes, content } = await unlessGone(context, (gone) => made(reportFiles, request, gone));
    return { status: 200, headers: headersOf(content, format, query.download !== undefined), body: bytes };
  }

  const documents = [calls.readDocument, calls.readDocumentAtShortPath].flatMap((documentAs) =>
    FORMATS.map((format) => route(documentAs[format], { handle: (call) => file(call, format) })),
  );

  return [
    route(calls.readDailyReport, {
      handle: (call) => {
        const { owner } = call.principal;
        return mutex(owner, () =>
          answering(call, FIGURES, 'a_minute', async (found) => jsonInPieces('tasks', await found.daily(owner, call.query.date))),
        );
      },
    }),
    route(calls.readWeeklyReport, {
      handle: (call) => {
        const { owner } = call.principal;
        const { offset } = call.query;
        return mutex(owner, () =>
          answering(call, FIGURES, 'a_minute', async (found) => jsonInPieces('tasks', await found.weekly(owner, offset))),
        );
      },
    }),
    route(calls.readOverallReport, {
      handle: (call) => {
        const { start_date: start, end_date: end } = call.query;
        return answering(call, FIGURES, 'a_minute', async (found) => json(200, await found.overall(call.principal.owner, start, end)));
      },
    }),
    route(calls.readProcrastinationReport, {
      handle: (call) => {
        const { owner } = call.principal;
        const { start_date: start, end_date: end } = call.query;
        return mutex(owner, () =>
          answering(call, FIGURES, 'a_minute', async (found) => json(200, await found.procrastination(owner, start, end))),
        );
      },
    }),
    route(calls.listHistory, {
      async handle(call) {
        const { type, task_id, actor, from, to } = call.query;
        const { owner } = call.principal;
        await requireOwnTask(app.views, owner, task_id);
        const only = { type: type === 'all' ? undefined : type, task_id, actor, from, to };
        return answering(call, NAMES, 'until_change', (found) =>
          listPage(pages, call, {
            limit: A_PAGE,
            chunk: 200,
            async read(page) {
              const { entries, ...rest } = await found.history(owner, only, page);
              return { items: entries, ...rest };
            },
            texts: async (entries) => jsonOf(entries),
          }),
        );
      },
    }),
    route(calls.listReportsUnderWay, {
      handle: async ({ principal }) => json(200, reportFiles.underWay(principal.owner)),
    }),
    ...documents,
  ];
}

/** @throws ReportUnavailable */
async function made(files: ReportFiles, request: ReportRequest, gone: AbortSignal): Promise<ReportFile> {
  try {
    return await files.make(request, gone);
  } catch (error) {
    // The client has disconnected. This is not a fault of the program.
    if (gone.aborted && !(error instanceof ReportUnavailable)) throw new Refusal(400, 'malformed', 'The client closed the connection.');
    throw error;
  }
}

function headersOf(
  { kind, report: { generated_at } }: ReportContent,
  format: ReportFormat,
  isDownload: boolean,
): Readonly<Record<string, string>> {
  const attachment = { 'Content-Disposition': `attachment; filename="vouch-${kind}-${generated_at.slice(0, 10)}.${format}"` };
  if (format === 'pdf') return { 'Content-Type': 'application/pdf', ...attachment };
  const page = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': reportCsp };
  return isDownload ? { ...page, ...attachment } : page;
}
