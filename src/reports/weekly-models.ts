import type { App } from '../app/app.ts';
import { daysBetween, weekOf } from '../domain/calendar/local.ts';
import { weeklyModel } from './model/build-report.ts';
import type { ReportModel } from './model/report-model.ts';
import { createReports } from './service.ts';

/** Makes weekly reports for mails. They are the same that the owner sees in the program. `monday` is the week's first day. */
export function weeklyModels(app: App): (owner: string, monday: string) => Promise<ReportModel> {
  const reports = createReports(app);
  return async (owner, monday) => {
    const { reader, name } = await reports.reader(owner);
    const offset = daysBetween(weekOf(reader.today).from, monday) / 7;
    return weeklyModel(await reports.weekly(owner, offset), name);
  };
}
