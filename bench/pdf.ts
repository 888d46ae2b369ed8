import type { WeeklyReport } from '../src/contracts/report.ts';
import type { Task } from '../src/contracts/task.ts';
import { NO_COUNTS } from '../src/projections/day/days.ts';
import { weeklyModel } from '../src/reports/model/build-report.ts';
import { renderReportPdf } from '../src/reports/pdf/report-pdf.ts';
import { PENDING_TASK } from '../tests/support/task-story.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const RUNS = 7;

function task(index: number): Task {
  return {
    ...PENDING_TASK,
    id: `t${index}`,
    title: `Answer letter ${index} of Łukasz about the migration window`,
    description: '',
    due_date: '2026-11-10',
    due_time: '17:00',
    due_at: '2026-11-10T16:00:00.000Z',
    status: 'completed',
    completed: true,
    late: index % 9 === 0,
    outcome: index % 9 === 0 ? 'missed' : 'kept',
    postponed: index % 4,
    completed_at: '2026-11-10T15:12:00.000Z',
  };
}

function report(rows: number): WeeklyReport {
  const counts = { ...NO_COUNTS, planned: rows, kept: rows, completion_rate: 1 };
  return {
    from: '2026-11-09',
    to: '2026-11-15',
    offset: -1,
    timezone: 'Europe/Berlin',
    generated_at: '2026-11-16T07:00:00.000Z',
    note: null,
    counts,
    streak: { current: 7, longest: 7, freezes: 1 },
    focus: { minutes: 0, sessions: 0, planned_minutes: 0 },
    days: Array.from({ length: 7 }, (_, index) => ({ date: `2026-11-${9 + index}`.replace('-9', '-09'), counts })),
    hours: Array.from({ length: 24 }, (_, hour) => hour),
    median_delay_minutes: -48,
    tasks: Array.from({ length: rows }, (_, index) => task(index)),
  };
}

async function draw(rows: number): Promise<number> {
  const model = weeklyModel(report(rows), 'Nguyễn Thị Minh Châu');
  return timed(async () => {
    for await (const _ of renderReportPdf(model));
  });
}

/** A report of 5,000 rows compared with one of 500: ten times the rows may take ten times as long. */
export const pdf5000Over500: Bench = async () => {
  const sides = await interleaved(
    RUNS,
    () => draw(5_000),
    () => draw(500),
  );
  return [compared({ name: 'pdf_5000_over_500', goal: 8, better: 'lower', unit: 'ms a report' }, sides)];
};
