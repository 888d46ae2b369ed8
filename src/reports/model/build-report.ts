import {
  type Counts,
  type DailyReport,
  MOST_ROWS,
  type OverallReport,
  type StreakFigures,
  type WeeklyReport,
} from '../../contracts/report.ts';
import { dayMonth, longDate, number, period, plural, pluralWord, shortDate, WEEKDAYS, weekdayName } from '../../contracts/words/format.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { barsChart, hoursChart, mapChart, weekdaysChart, weeksChart } from './build-charts.ts';
import { countsTable, focusTables, historyRow, percent, taskRow } from './build-tables.ts';
import { day, fullInstant } from './dates.ts';
import type { Figure, HistoryReport, ReportModel, Rows } from './report-model.ts';
import { delayWords, HISTORY_NAMES, meanings, missWords, REPORT_NAMES } from './words.ts';

const ALL_COUNTS = [
  'planned',
  'kept',
  'missed',
  'skipped',
  'open',
  'late',
  'postponed',
  'taken_back',
  'completion_rate',
  'streak',
] as const;

interface ReportFacts {
  readonly timezone: string;
  readonly generated_at: string;
  readonly note: string | null;
  readonly counts: Counts;
  readonly streak: StreakFigures;
}

const localDay = ({ timezone, generated_at }: { timezone: string; generated_at: string }): string => localDate(generated_at, timezone);
/** Whether the period is over and no task in it is open. */
const isClosed = (made: ReportFacts, lastDate: string): boolean => localDay(made) > lastDate && made.counts.open === 0;

function commonFields(kind: ReportModel['kind'], made: { timezone: string; generated_at: string }, owner: string) {
  return {
    kind,
    name: REPORT_NAMES[kind],
    owner,
    timezone: made.timezone,
    generated_at: made.generated_at,
    generated: fullInstant(made.generated_at, made.timezone),
  };
}

/** How many planned tasks are open, and how kept tasks were accepted: '2 open, 5 verified, 1 on your word'. */
const keptWords = ({ open, verified, on_word }: ReportFacts['counts']): string =>
  [
    open > 0 ? `${number(open)} open` : 'none open',
    ...(verified > 0 ? [`${number(verified)} verified`] : []),
    ...(on_word > 0 ? [`${number(on_word)} on your word`] : []),
  ].join(', ');

function figures(
  made: ReportFacts & Parameters<typeof missWords>[1],
  closed: boolean,
  delay: number | null | undefined,
): readonly Figure[] {
  const { counts, streak } = made;
  const decided = counts.kept + counts.missed;
  const freezes = streak.freezes > 0 ? `, ${plural(streak.freezes, 'freeze')} held` : '';
  const rate = counts.completion_rate;
  const middle: Figure =
    delay === undefined
      ? { label: 'Skipped', value: number(counts.skipped), unit: '', note: counts.skipped > 0 ? 'with a reason' : 'none', settled: false }
      : { label: 'Median delay', ...delayWords(delay), note: 'done minus due', settled: false };
  return [
    {
      label: 'Kept',
      value: number(counts.kept),
      unit: `of ${number(counts.planned)}`,
      note: keptWords(counts),
      settled: closed && counts.planned > 0,
    },
    {
      label: 'Completion rate',
      value: rate === null ? '–' : String(percent(rate)),
      unit: rate === null ? '' : '%',
      note: decided === 0 ? 'nothing decided' : `${number(counts.kept)} of ${number(decided)} decided`,
      settled: false,
    },
    {
      label: 'Missed',
      value: number(counts.missed),
      unit: '',
      note: missWords(counts, made),
      settled: false,
    },
    middle,
    {
      label: 'Streak',
      value: number(streak.current),
      unit: pluralWord(streak.current, 'day'),
      note: `longest ${number(streak.longest)}${freezes}`,
      settled: false,
    },
  ];
}

/** The newest of the tasks, which are in the order of their due instants. `more`: how many were left out before. */
function taskRows(title: string, report: { tasks: DailyReport['tasks']; more?: number; timezone: string }, today: string): Rows {
  const shown = report.tasks.slice(-MOST_ROWS);
  const total = report.tasks.length + (report.more ?? 0);
  const rows = shown.map((task) => taskRow(task, report.timezone, today));
  return {
    title: total > shown.length ? `${title}: the newest ${number(shown.length)} of ${number(total)}` : title,
    columns: ['Due', 'Promise', 'What became of it'],
    rows,
    empty: 'Nothing was planned.',
  };
}

/** The content of a daily report. `owner` is the owner's display name. */
export function dailyModel(report: DailyReport, owner: string): ReportModel {
  const { date } = report;
  const closed = isClosed(report, date);
  return {
    ...commonFields('daily', report, owner),
    title: weekdayName(date),
    period: longDate(date),
    note: report.note,
    closed,
    figures: figures(report, closed, undefined),
    tables: [
      countsTable({
        title: 'The day in numbers',
        first: 'Day',
        rows: [],
        sum: { label: shortDate(date, date), counts: report.counts },
        settled: closed,
      }),
      ...focusTables(shortDate(date, date), report.focus),
    ],
    charts: [],
    rows: taskRows('What was promised', report, date),
    meanings: meanings(...ALL_COUNTS),
  };
}

/** The content of a weekly report. `owner` is the owner's display name; `more` is the number of tasks that were left out. */
export function weeklyModel(report: WeeklyReport & { readonly more?: number }, owner: string): ReportModel {
  const { from, to } = report;
  const today = localDay(report);
  const closed = isClosed(report, to);
  const title = `Week ${day(from).weekOfYear ?? ''}`.trim();
  const named = report.days.map(({ date, counts }) => ({
    label: weekdayName(date).slice(0, 3),
    long: weekdayName(date),
    counts,
    now: date === today,
  }));
  const rows = report.days.map(({ date, counts }) => ({ label: shortDate(date, to), counts }));
  const running = from <= today && today <= to;
  const table = countsTable({
    title: 'Day by day',
    first: 'Day',
    rows,
    sum: { label: running ? 'Week so far' : title, counts: report.counts },
    settled: closed,
  });
  return {
    ...commonFields('weekly', report, owner),
    title,
    period: period(from, to, true),
    note: report.note,
    closed,
    figures: figures(report, closed, report.median_delay_minutes),
    tables: [table, ...focusTables(title, report.focus)],
    charts: [barsChart('Planned and kept', named, report.counts, table), hoursChart(report.hours)],
    rows: taskRows('What was promised', report, to),
    meanings: meanings(...ALL_COUNTS, 'delay', 'hours'),
  };
}

/** The content of an overall report. `owner` is the owner's display name. */
export function overallModel(report: OverallReport, owner: string): ReportModel {
  const { start_date: from, end_date: to } = report;
  const today = localDay(report);
  const closed = isClosed(report, to);
  const sum = { label: 'Sum', counts: report.counts };
  const weeks = report.weeks.map((week) => ({ label: `Week of ${dayMonth(week.from, to)}`, counts: week.counts }));
  const weekTable = countsTable({ title: 'Week by week', first: 'Week', rows: weeks, sum, settled: closed });
  const weekdays = report.weekdays.map((counts, index) => ({ label: WEEKDAYS[index] ?? '', counts }));
  const weekdayTable = countsTable({ title: 'By weekday', first: 'Day', rows: weekdays, sum, settled: closed });
  return {
    ...commonFields('overall', report, owner),
    title: 'The whole',
    period: period(from, to, false),
    note: report.note,
    closed,
    figures: figures(report, closed, report.median_delay_minutes),
    tables: [weekdayTable, weekTable, ...focusTables('Sum', report.focus)],
    charts: [
      mapChart(report, today),
      weeksChart(report, today, weekTable),
      weekdaysChart(report.weekdays, report.counts, weekdayTable),
      hoursChart(report.hours),
    ],
    rows: null,
    meanings: meanings(...ALL_COUNTS, 'delay', 'hours'),
  };
}

/** The content of a history, with its entries in the given order (newest first). `owner` is the owner's display name. */
export function historyModel(report: HistoryReport, owner: string): ReportModel {
  const { entries, timezone } = report;
  const today = localDay(report);
  const [newest, oldest] = [entries[0], entries.at(-1)];
  const dates = newest && oldest ? period(localDate(oldest.at, timezone), localDate(newest.at, timezone), false) : null;
  const { total = entries.length } = report;
  const part = total > entries.length ? `the newest ${number(entries.length)} of ${number(total)}` : null;
  const named = HISTORY_NAMES[report.type];
  const what = part === null ? named : report.type === 'all' ? `T${part.slice(1)} entries` : `${named}: ${part}`;
  return {
    ...commonFields('history', report, owner),
    title: 'History',
    period: dates === null ? what : `${what}, ${dates}, newest first`,
    note: null,
    closed: false,
    figures: [],
    tables: [],
    charts: [],
    rows: {
      title: part === null ? plural(entries.length, 'entry', 'entries') : `${part.replace('the', 'The')} entries`,
      columns: ['When', 'What', 'By'],
      rows: entries.map((entry) => historyRow(entry, timezone, today, owner)),
      empty: 'Nothing is written yet.',
    },
    meanings: [],
  };
}
