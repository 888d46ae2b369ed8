import type { ReportModel } from './report-model.ts';

/** A standalone HTML document. */
export declare function renderReportHtml(model: ReportModel): string;
/** The Content-Security-Policy with which the document is to be sent. */
export declare const reportCsp: string;
