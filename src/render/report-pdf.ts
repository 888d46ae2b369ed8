import type { Readable } from 'node:stream';
import type { ReportModel } from './report-model.ts';

/** PDF bytes, A4, made as they are read; the same model gives the same bytes. */
export declare function renderReportPdf(model: ReportModel): Readable;
