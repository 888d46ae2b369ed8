import type { DailyReport, OverallReport, WeeklyReport } from '../../contracts/report.ts';
import type { HistoryReport } from '../model/report-model.ts';

/** A report as its owner reads it, without its rows. `more`: how many tasks were left out. */
export type ReportContent =
  | { readonly kind: 'daily'; readonly report: Omit<DailyReport, 'tasks'> }
  | { readonly kind: 'weekly'; readonly report: Omit<WeeklyReport, 'tasks'> & { readonly more: number } }
  | { readonly kind: 'overall'; readonly report: OverallReport }
  | { readonly kind: 'history'; readonly report: Omit<HistoryReport, 'entries'> };

export type ReportFormat = 'pdf' | 'html';

/** What a thread is given to render: everything that the file shows, and nothing else of its owner; no key, no store. */
export interface RenderJob {
  readonly format: ReportFormat;
  /** The owner's display name. */
  readonly name: string;
  readonly content: ReportContent;
  /** The tasks or the entries in their order, in slices, each the JSON text of an array in UTF-8. */
  readonly rows: readonly Uint8Array<ArrayBuffer>[];
}
