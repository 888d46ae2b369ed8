import { renderReportHtml } from '../html/report-html.ts';
import { historyModel, overallModel, weeklyModel } from '../model/build-report.ts';
import type { ReportModel } from '../model/report-model.ts';
import type { Reports } from '../service.ts';
import { type BundleFile, type BundlePart, wholeFile } from './part.ts';

/** The bundle holds the reports of at most this many weeks, the newest ones. */
const MAX_WEEKS = 104;

const html = (path: string, make: () => Promise<ReportModel>): BundleFile => wholeFile(path, async () => renderReportHtml(await make()));

export const reportsPart: BundlePart = {
  path: 'reports/',
  about: [
    'Open these in a browser: overall.html is the whole of your account (at most ten years),',
    'history.html the newest 5,000 entries of your history, and week-DATE.html the week',
    'that begins on that Monday, for up to 104 weeks.',
  ],
  files: async ({ owner, reports, name }) => [
    html('reports/overall.html', async () => overallModel(await reports.overall(owner), name)),
    html('reports/history.html', async () => historyModel(await reports.historyOnPaper(owner), name)),
    ...(await plannedWeeks(reports, owner)).map(({ offset, from }) =>
      html(`reports/week-${from}.html`, async () => weeklyModel(await reports.weekly(owner, offset), name)),
    ),
  ],
};

/** The weeks of the overall report in which anything was planned, newest first. `offset` is in weeks from the present one. */
async function plannedWeeks(reports: Reports, owner: string): Promise<readonly { readonly offset: number; readonly from: string }[]> {
  const { weeks } = await reports.overall(owner);
  const { from: present } = await reports.weekly(owner, 0);
  const offsetOf = (from: string): number =>
    Math.round(Temporal.PlainDate.from(present).until(Temporal.PlainDate.from(from), { largestUnit: 'days' }).days / 7);
  return weeks
    .filter(({ counts }) => counts.planned > 0)
    .slice(-MAX_WEEKS)
    .map(({ from }) => ({ from, offset: offsetOf(from) }))
    .toReversed();
}
