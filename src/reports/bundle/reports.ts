import { localeOf, writtenFor } from '../../app/locale.ts';
import { daysBetween, weekOf } from '../../domain/calendar/local.ts';
import type { ReportRequest } from '../rendering/report-files.ts';
import type { Reports } from '../service.ts';
import { type BundleFile, type BundlePart, wholeFile } from './part.ts';

/** The bundle holds the reports of at most this many weeks, the newest ones. */
const MAX_WEEKS = 104;

export const reportsPart: BundlePart = {
  path: 'reports/',
  about: [
    'Open these in a browser: overall.html is the whole of your account (at most ten years),',
    'history.html the newest 5,000 entries of your history, and week-DATE.html the week',
    'that begins on that Monday, for up to 104 weeks.',
  ],
  files: async ({ app, owner, reports, reportFiles, head }) => {
    const locale = await localeOf(app, owner);
    const html = (name: string, type: ReportRequest['type'], offset = 0): BundleFile =>
      wholeFile(`reports/${name}.html`, async () => {
        const { bytes } = await writtenFor(locale, () => reportFiles.makeInBackground({ owner, format: 'html', type, offset, head }));
        return bytes.toString('utf8');
      });
    const weeks = await plannedWeeks(reports, owner);
    return [
      html('overall', 'overall'),
      html('history', 'history'),
      ...weeks.map(({ offset, from }) => html(`week-${from}`, 'weekly', offset)),
    ];
  },
};

/** The weeks of the overall report with planned tasks, newest first. `offset` is the number of weeks from the present one. */
async function plannedWeeks(reports: Reports, owner: string): Promise<readonly { readonly offset: number; readonly from: string }[]> {
  const { reader } = await reports.reader(owner);
  const { weeks } = await reports.overall(owner);
  const { from: present } = weekOf(reader.today);
  return weeks
    .filter(({ counts }) => counts.planned > 0)
    .slice(-MAX_WEEKS)
    .map(({ from }) => ({ from, offset: daysBetween(present, from) / 7 }))
    .toReversed();
}
