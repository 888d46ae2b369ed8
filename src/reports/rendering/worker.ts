import { followConventions } from '../../contracts/words/conventions.ts';
import { renderReportHtml } from '../html/report-html.ts';
import { asKnownThen } from '../model/as-of.ts';
import { puttingOffModel } from '../model/build-putting-off.ts';
import { dailyModel, historyModel, overallModel, weeklyModel } from '../model/build-report.ts';
import type { ReportModel } from '../model/report-model.ts';
import { renderReportPdf } from '../pdf/report-pdf.ts';
import type { RenderJob } from './threads.ts';

/**
 * The program of a thread that renders reports and returns the bytes of the file. It does one job at a time, and keeps
 * its fonts for the next one.
 */
export default async function render(job: RenderJob): Promise<Uint8Array> {
  followConventions(() => job.conventions);
  const model = modelOf(job);
  if (job.format === 'html') return new TextEncoder().encode(renderReportHtml(model));
  return Buffer.concat(await Array.fromAsync(renderReportPdf(model)));
}

function modelOf(job: RenderJob): ReportModel {
  const model = modelOfContent(job);
  const { report } = job.content;
  return 'as_of' in report && report.as_of !== undefined ? asKnownThen(model) : model;
}

function modelOfContent({ content, name, rows }: RenderJob): ReportModel {
  const { kind, report } = content;
  if (kind === 'daily') return dailyModel({ ...report, tasks: read(rows) }, name);
  if (kind === 'weekly') return weeklyModel({ ...report, tasks: read(rows) }, name);
  if (kind === 'overall') return overallModel(report, name);
  if (kind === 'procrastination') return puttingOffModel(report, name);
  if (kind === 'partner_summary') return report.model;
  return historyModel({ ...report, entries: read(rows) }, name);
}

function read<T>(rows: RenderJob['rows']): T[] {
  const decoder = new TextDecoder();
  // `encoded` in the main thread has written this text.
  return rows.flatMap((slice) => JSON.parse(decoder.decode(slice)) as T[]);
}
