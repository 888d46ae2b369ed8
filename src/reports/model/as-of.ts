import type { ReportModel } from './report-model.ts';

/** The content of a report as it was known at an instant says so beside its period and at its end. */
export const asKnownThen = (model: ReportModel): ReportModel => ({
  ...model,
  period: `${model.period}, as of ${model.generated}`,
  generated_label: 'As of',
});
