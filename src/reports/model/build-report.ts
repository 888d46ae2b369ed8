import {
  type Counts,
  type DailyReport,
  MOST_ROWS,
  type OverallReport,
  type StreakFigures,
  type WeeklyReport,
} from '../../contracts/report.ts';
import type { Task } from '../../contracts/task.ts';
import { longDate, number, period, plural, shortDate, WEEKDAYS, weekdayName } from '../../contracts/words/format.ts';
import { meanings } from '../../contracts/words/meanings.ts';
import { reportFigures, type Unproven } from '../../contracts/words/report-figures.ts';
import { weekName } from '../../contracts/words/report-weeks.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { barsChart, hoursChart, mapChart, weekdaysChart, weeksChart } from './build-charts.ts';
import { countsTable, focusTables, historyRow, taskRow, upToToday } from './build-tables.ts';
import { day, fullInstant } from './dates.ts';
import type { Figure, HistoryReport, ReportModel, Rows } from './report-model.ts';
import { HISTORY_NAMES, REPORT_NAMES } from './words.ts';

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
    generated_label: 'Made',
  } as const;
}

interface FigureFacts extends ReportFacts {
  /** Only reports with a list of tasks have it. */
  readonly tasks?: readonly Task[];
  /** How many tasks the list leaves out. */
  readonly more?: number;
  /** Left out in reports without a delay. */
  readonly median_delay_minutes?: number | null;
}

/** A double line under 'Kept' means that the period is over and nothing in it is open. */
function figures(made: FigureFacts, lastDate: string): readonly Figure[] {
  const { counts, streak, median_delay_minutes: medianDelay } = made;
  const { on_word: onWord, completion_rate: rate } = counts;
  const isOver = localDay(made) > lastDate;
  const numbers = { ...counts, onWord, rate, medianDelay, streak, isOver, misses: unprovenAmong(made) };
  const settled = isClosed(made, lastDate) && counts.planned > 0;
  return reportFigures(numbers).map((figure) => ({ ...figure, settled: settled && figure.label === 'Kept' }));
}

/** Only a report that lists all its tasks can tell how misses ended. */
function unprovenAmong({ tasks = [], more = 0 }: FigureFacts): Unproven {
  const missed = more > 0 ? [] : tasks.filter(({ outcome, late, completed }) => outcome === 'missed' && completed && !late);
  const rejected = missed.filter(({ verification_state: state }) => state === 'rejected').length;
  return { rejected, expired: missed.length - rejected };
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
    figures: figures(report, date),
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
  const running = from <= today && today < to;
  const table = countsTable({
    title: 'Day by day',
    first: 'Day',
    rows,
    sum: { label: running ? 'Whole week' : title, counts: report.counts },
    settled: closed,
    ...(running && { more: upToToday(report.days.filter(({ date }) => date <= today)) }),
  });
  return {
    ...commonFields('weekly', report, owner),
    title,
    period: period(from, to, true),
    note: report.note,
    closed,
    figures: figures(report, to),
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
  const weeks = report.weeks.map((week) => ({ label: weekName(week.from, { from, to, today }), counts: week.counts }));
  const weekTable = countsTable({ title: 'Week by week', first: 'Week', rows: weeks, sum, settled: closed });
  const weekdays = report.weekdays.map((counts, index) => ({ label: WEEKDAYS[index] ?? '', counts }));
  const weekdayTable = countsTable({ title: 'By weekday', first: 'Day', rows: weekdays, sum, settled: closed });
  return {
    ...commonFields('overall', report, owner),
    title: 'The whole',
    period: period(from, to, false),
    note: report.note,
    closed,
    figures: figures(report, to),
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
  const narrowed = narrowedWords(report);
  const what = part === null ? named : report.type === 'all' ? `T${part.slice(1)} entries` : `${named}: ${part}`;
  return {
    ...commonFields('history', report, owner),
    title: 'History',
    period: dates === null ? what : `${what}, ${dates}, newest first`,
    note: narrowed === null ? null : `Only ${narrowed}.`,
    closed: false,
    figures: [],
    tables: [],
    charts: [],
    rows: {
      title: part === null ? plural(entries.length, 'entry', 'entries') : `${part.replace('the', 'The')} entries`,
      columns: ['When', 'What', 'By'],
      rows: entries.map((entry) => historyRow(entry, timezone, today, owner)),
      empty: narrowed === null && report.type === 'all' ? 'Nothing is written yet.' : 'No entry is of this kind.',
    },
    meanings: [],
  };
}

const ACTOR_WORDS = {
  user: 'what the owner did',
  system: 'what Vouch did',
  partner: 'what the partner did',
  ai: 'what the AI did',
  provider: 'what a connected service did',
} as const;

/** What the entries were narrowed to, besides their kind. Null: to nothing. */
function narrowedWords({ only, timezone }: HistoryReport): string | null {
  if (only === undefined) return null;
  const words = [
    ...(only.actor === undefined ? [] : [ACTOR_WORDS[only.actor]]),
    ...(only.isOfTask ? ['entries of one task'] : []),
    ...(only.from === undefined ? [] : [`from ${fullInstant(only.from, timezone)} on`]),
    ...(only.to === undefined ? [] : [`before ${fullInstant(only.to, timezone)}`]),
  ];
  return words.length === 0 ? null : words.join(', ');
}
