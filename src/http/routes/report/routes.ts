import { z } from 'zod';
import { dailyReport, historyEntry, overallReport, reportUnderWay, weeklyReport } from '../../../contracts/report.ts';
import { createKeyedMutex } from '../../../ports/keyed-mutex.ts';
import { reportCsp } from '../../../reports/html/policy.ts';
import type { ReportContent, ReportFormat } from '../../../reports/rendering/job.ts';
import { type ReportFile, type ReportFiles, type ReportRequest, ReportUnavailable } from '../../../reports/rendering/report-files.ts';
import { createReports } from '../../../reports/service.ts';
import type { Deps } from '../../deps.ts';
import { unlessGone } from '../../kernel/gone.ts';
import { jsonInPieces } from '../../kernel/json-pieces.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { Refusal } from '../../kernel/problems.ts';
import { type Answer, type AnyRoute, type Call, json, route } from '../../kernel/route.ts';
import { dailyQuery, documentQuery, historyQuery, overallQuery, weeklyQuery } from './queries.ts';

const A_PAGE = 50;

type DocumentCall = Pick<Call<z.output<typeof documentQuery>, null>, 'context' | 'principal' | 'query'>;

const FORMATS = [
  { format: 'pdf', summary: 'A report as PDF', media: 'application/pdf' },
  { format: 'html', summary: 'A report as an HTML document', media: 'text/html' },
] as const satisfies readonly { readonly format: ReportFormat; readonly summary: string; readonly media: string }[];

const MAKING =
  'It has the newest 5,000 rows. Of an account one report is made at a time. It is answered within 30 s, or refused with 503 and `Retry-After`. It is given up when the connection is closed.';

export function reportRoutes({ app, pages, reportFiles }: Deps): readonly AnyRoute[] {
  const reports = createReports(app);
  /** One at a time for an owner: a week may hold tens of thousands of tasks. */
  const mutex = createKeyedMutex();
  const common = { method: 'GET', tag: 'Reports', access: 'user', scopes: ['reports:read'] } as const;

  async function file({ context, principal, query }: DocumentCall, format: ReportFormat): Promise<Answer> {
    const request = { owner: principal.owner, format, ...query };
    const { bytes, content } = await unlessGone(context, (gone) => made(reportFiles, request, gone));
    return { status: 200, headers: headersOf(content, format), body: bytes };
  }

  const documents = ['/api/reports/reports', '/api/reports'].flatMap((path) =>
    FORMATS.map(({ format, summary, media }) =>
      route({
        ...common,
        path: `${path}/${format}`,
        summary,
        description: MAKING,
        query: documentQuery,
        replies: { 200: { description: 'The document', media } },
        handle: (call) => file(call, format),
      }),
    ),
  );

  return [
    route({
      ...common,
      path: '/api/reports/daily',
      summary: 'The report of one day',
      query: dailyQuery,
      replies: { 200: { description: 'The report', schema: dailyReport } },
      handle: ({ principal: { owner }, query }) => mutex(owner, async () => jsonInPieces('tasks', await reports.daily(owner, query.date))),
    }),
    route({
      ...common,
      path: '/api/reports/weekly',
      summary: 'The report of one week, Monday first',
      query: weeklyQuery,
      replies: { 200: { description: 'The report', schema: weeklyReport } },
      handle: ({ principal: { owner }, query }) =>
        mutex(owner, async () => jsonInPieces('tasks', await reports.weekly(owner, query.offset))),
    }),
    route({
      ...common,
      path: '/api/reports/overall',
      summary: 'The report of a range of dates; the whole of the account without one',
      query: overallQuery,
      replies: { 200: { description: 'The report', schema: overallReport } },
      handle: async ({ principal, query }) => json(200, await reports.overall(principal.owner, query.start_date, query.end_date)),
    }),
    route({
      ...common,
      path: '/api/reports/history',
      summary: 'What happened, newest first',
      query: historyQuery,
      replies: { 200: { description: 'Entries', schema: z.array(historyEntry), pages: true } },
      async handle(call) {
        return listPage(pages, call, {
          limit: A_PAGE,
          chunk: 200,
          async read(page) {
            const { entries, next } = await reports.history(call.principal.owner, call.query.type, page);
            return { items: entries, next };
          },
          texts: async (entries) => jsonOf(entries),
        });
      },
    }),
    route({
      ...common,
      path: '/api/reports/rendering',
      summary: 'The reports that are being made as a file, or wait for it',
      description: 'Those of this account that were asked of the process that answers, in the order in which they were asked for.',
      replies: { 200: { description: 'Reports under way', schema: z.array(reportUnderWay) } },
      handle: async ({ principal }) => json(200, reportFiles.underWay(principal.owner)),
    }),
    ...documents,
  ];
}

/** @throws Refusal 503 */
async function made(files: ReportFiles, request: ReportRequest, gone: AbortSignal): Promise<ReportFile> {
  try {
    return await files.make(request, gone);
  } catch (error) {
    if (error instanceof ReportUnavailable)
      throw new Refusal(503, 'unavailable', error.message, { headers: { 'Retry-After': String(error.retryAfter) } });
    // Nobody reads this. It is no fault of the program.
    if (gone.aborted) throw new Refusal(400, 'malformed', 'The client closed the connection.');
    throw error;
  }
}

function headersOf({ kind, report: { generated_at } }: ReportContent, format: ReportFormat): Readonly<Record<string, string>> {
  if (format === 'html') return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': reportCsp };
  const name = `vouch-${kind}-${generated_at.slice(0, 10)}.pdf`;
  return { 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}"` };
}
