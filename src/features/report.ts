import { reportRoutes } from '../http/routes/report.ts';
import { reportsPart } from '../reports/bundle/reports.ts';
import type { Feature } from './feature.ts';

/** Reports on days, weeks and the whole time of an account, made from the read models of tasks and days. */
export const report: Feature = {
  name: 'report',
  routes: reportRoutes,
  bundleParts: [reportsPart],
};
