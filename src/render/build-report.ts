import type { DailyReport, OverallReport, WeeklyReport } from '../http/contracts/report.ts';
import type { HistoryReport, ReportModel } from './report-model.ts';

/** `owner`: the display name. */
export declare function dailyModel(report: DailyReport, owner: string): ReportModel;
export declare function weeklyModel(report: WeeklyReport, owner: string): ReportModel;
export declare function overallModel(report: OverallReport, owner: string): ReportModel;
export declare function historyModel(report: HistoryReport, owner: string): ReportModel;
