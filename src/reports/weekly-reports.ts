import type { App } from '../app/app.ts';
import type { WeeklyReport } from '../contracts/report.ts';
import { daysBetween, weekOf } from '../domain/calendar/local.ts';
import { createReports } from './service.ts';

/** A week as its owner sees it in the program. */
export interface OwnersWeek {
  readonly report: WeeklyReport;
  /** The owner's display name, or the address without one. */
  readonly name: string;
}

/** Reads weekly reports for mails, the same that the owner sees in the program. `monday` is the week's first day (`YYYY-MM-DD`). */
export function weeklyReports(app: App): (owner: string, monday: string) => Promise<OwnersWeek> {
  const reports = createReports(app);
  return async (owner, monday) => {
    const { reader, name } = await reports.reader(owner);
    const offset = daysBetween(weekOf(reader.today).from, monday) / 7;
    return { report: await reports.weekly(owner, offset), name };
  };
}
