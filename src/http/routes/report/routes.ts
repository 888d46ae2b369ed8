import { z } from 'zod';
import { dailyReport, historyEntry, overallReport, weeklyReport } from '../../../contracts/report.ts';
import { renderReportHtml, reportCsp } from '../../../reports/html/report-html.ts';
import { dailyModel, historyModel, overallModel, weeklyModel } from '../../../reports/model/build-report.ts';
import type { ReportModel } from '../../../reports/model/report-model.ts';
import { createReports } from '../../../reports/service.ts';
import type { Deps } from '../../deps.ts';
import { nextLink } from '../../kernel/pages.ts';
import { type Answer, type AnyRoute, json, route } from '../../kernel/route.ts';
import { dailyQuery, documentQuery, historyQuery, overallQuery, weeklyQuery } from './queries.ts';

const A_PAGE = 50;

type DocumentRequest = z.output<typeof documentQuery>;

export function reportRoutes({ app, pages }: Deps): readonly AnyRoute[] {
  const reports = createReports(app);
  const common = { method: 'GET', tag: 'Reports', access: 'user', scopes: ['reports:read'] } as const;

  async function model(userId: string, { type, offset }: DocumentRequest): Promise<ReportModel> {
    const { reader, name } = await reports.reader(userId);
    if (type === 'daily')
      return dailyModel(await reports.daily(userId, Temporal.PlainDate.from(reader.today).add({ days: offset }).toString()), name);
    if (type === 'weekly') return weeklyModel(await reports.weekly(userId, offset), name);
    if (type === 'overall') return overallModel(await reports.overall(userId), name);
    return historyModel(await reports.historyOnPaper(userId), name);
  }

  const named = ({ type, generated_at }: { type: string; generated_at: string }, ending: string): string =>
    `vouch-${type}-${generated_at.slice(0, 10)}.${ending}`;

  async function pdf(userId: string, query: DocumentRequest): Promise<Answer> {
    const made = await model(userId, query);
    const name = named({ type: query.type, generated_at: made.generated_at }, 'pdf');
    const headers = { 'Content-Type': 'application/pdf', 'Content-Disposition': `attachment; filename="${name}"` };
    // Loaded only when a PDF is asked for, because it brings pdfkit and its fonts with it.
    const { renderReportPdf } = await import('../../../reports/pdf/report-pdf.ts');
    return { status: 200, headers, stream: renderReportPdf(made) };
  }

  async function html(userId: string, query: DocumentRequest): Promise<Answer> {
    const made = await model(userId, query);
    return {
      status: 200,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': reportCsp },
      body: renderReportHtml(made),
    };
  }

  const documents = ['/api/reports/reports', '/api/reports'].flatMap((path) => [
    route({
      ...common,
      path: `${path}/pdf`,
      summary: 'A report as PDF',
      query: documentQuery,
      replies: { 200: { description: 'The document', media: 'application/pdf' } },
      handle: ({ principal, query }) => pdf(principal.owner, query),
    }),
    route({
      ...common,
      path: `${path}/html`,
      summary: 'A report as an HTML document',
      query: documentQuery,
      replies: { 200: { description: 'The document', media: 'text/html' } },
      handle: ({ principal, query }) => html(principal.owner, query),
    }),
  ]);

  return [
    route({
      ...common,
      path: '/api/reports/daily',
      summary: 'The report of one day',
      query: dailyQuery,
      replies: { 200: { description: 'The report', schema: dailyReport } },
      handle: async ({ principal, query }) => json(200, await reports.daily(principal.owner, query.date)),
    }),
    route({
      ...common,
      path: '/api/reports/weekly',
      summary: 'The report of one week, Monday first',
      query: weeklyQuery,
      replies: { 200: { description: 'The report', schema: weeklyReport } },
      handle: async ({ principal, query }) => json(200, await reports.weekly(principal.owner, query.offset)),
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
        const { type, limit = A_PAGE, after } = call.query;
        const cursor = pages.cursor(after, `${call.principal.owner} ${call.context.path}`);
        const { entries, next } = await reports.history(call.principal.owner, type, { limit, ...(cursor && { after: cursor }) });
        return json(200, entries, nextLink(pages, call, next));
      },
    }),
    ...documents,
  ];
}
