import type { App } from '../app/app.ts';
import type { WeeklyReport } from '../contracts/report.ts';
import { daysBetween, weekOf } from '../domain/calendar/local.ts';
import type { ReportFiles } from './rendering/report-files.ts';
import { createReports } from './service.ts';

/** A week as its owner sees it in the program. */
export interface OwnersWeek {
  readonly week: Pick<WeeklyReport, 'from' | 'to' | 'counts'>;
  /** The whole report. */
  readonly pdf: Buffer;
}

/** Makes weekly reports for mails, the same that the owner can download. `monday` is the week's first day (`YYYY-MM-DD`). */
export function weeklyReports(app: App, files: ReportFiles): (owner: string, monday: string) => Promise<OwnersWeek> {
  const reports = createReports(app);
  return async (owner, monday) => {
    const { reader } = await reports.reader(owner);
    const offset = daysBetween(weekOf(reader.today).from, monday) / 7;
    const { bytes, content } = await files.makeInBackground({ owner, format: 'pdf', type: 'weekly', offset });
    if (content.kind !== 'weekly') throw new TypeError(`A weekly report was asked for, and a ${content.kind} one was made.`);
    return { week: content.report, pdf: bytes };
  };
}
