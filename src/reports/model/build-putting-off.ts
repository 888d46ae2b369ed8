import type { Finding, ProcrastinationReport } from '../../contracts/procrastination.ts';
import { hoursAndMinutes, number, percent, period, shortDate, WEEKDAYS } from '../../contracts/words/format.ts';
import { movedStateWord, restsOnWords } from '../../contracts/words/putting-off.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { cell, figureCell } from './build-tables.ts';
import { fullInstant } from './dates.ts';
import type { BarsChart, Cell, Figure, ReportModel, Rows, Table } from './report-model.ts';
import { REPORT_NAMES } from './words.ts';

const MOST_LETTERS = 48;

const ABOUT: Readonly<Record<Finding['code'], string>> = {
  moved_are_missed: 'Moves',
  weekday: 'Weekday',
  tag: 'Tag',
  last_hour: 'Last hour',
  estimates_short: 'Estimates',
};

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${percent(part / whole)} %`);

interface TableParts {
  readonly title: string;
  /** The first `words` columns hold words, the others numbers. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly caption?: string;
  /** 1 if it is left out. */
  readonly words?: number;
}

const table = ({ title, heads, rows, caption = '', words = 1 }: TableParts): Table => ({
  title,
  columns: heads.map((label, index) => ({ label, numeric: index >= words })),
  rows,
  foot: null,
  settled: false,
  caption,
});

function figures({ moves, after_moves: after, weekdays }: ProcrastinationReport): readonly Figure[] {
  const planned = weekdays.reduce((sum, { due }) => sum + due, 0);
  const days = moves.median_days;
  return [
    {
      label: 'Moved at least once',
      value: number(moves.tasks),
      unit: `of ${number(planned)}`,
      note: planned === 0 ? 'nothing was planned' : `${share(moves.tasks, planned)} of what was planned`,
      settled: false,
    },
    {
      label: 'Moves',
      value: number(moves.moves),
      unit: '',
      note: moves.tasks === 0 ? 'nothing was moved' : `${(moves.moves / moves.tasks).toFixed(1)} for each moved task`,
      settled: false,
    },
    {
      label: 'By how much',
      value: days === null ? '–' : number(days),
      unit: days === null ? '' : days === 1 ? 'day' : 'days',
      note: 'median, old to new due date',
      settled: false,
    },
    {
      label: 'Moved and then missed',
      value: number(after.moved.missed),
      unit: `of ${number(after.moved.decided)}`,
      note: `not moved: ${number(after.unmoved.missed)} of ${number(after.unmoved.decided)}`,
      settled: false,
    },
  ];
}

function findingRows({ findings }: ProcrastinationReport): Rows {
  return {
    title: 'What stands out',
    columns: ['About', 'Finding', 'Rests on'],
    rows: findings.map(({ code, text, rests_on }) => ({
      mark: 'entry',
      when: ABOUT[code],
      what: text,
      state: '',
      tone: 'plain',
      aside: restsOnWords(code, rests_on),
    })),
    empty: 'Nothing is said yet: a finding rests on at least ten tasks, and on a clear difference.',
  };
}

function weekdaysTable({ weekdays }: ProcrastinationReport): Table {
  return table({
    title: 'Moves by weekday',
    heads: ['Day', 'Due', 'Moved', 'Share'],
    rows: weekdays.map(({ due, moved }, index) => [
      cell(WEEKDAYS[index] ?? ''),
      figureCell(due),
      figureCell(moved),
      cell(share(moved, due)),
    ]),
    caption: 'By the first due date.',
  });
}

function outcomesTable({ after_moves: { moved, unmoved } }: ProcrastinationReport): Table {
  const row = (name: string, { decided, missed }: typeof moved) => [
    cell(name),
    figureCell(decided),
    figureCell(decided - missed),
    figureCell(missed),
    cell(share(missed, decided)),
  ];
  return table({
    title: 'Outcome of moved and unmoved',
    heads: ['Tasks', 'Decided', 'Kept', 'Missed', 'Missed share'],
    rows: [row('Moved', moved), row('Not moved', unmoved)],
    caption: 'Only what was decided counts.',
  });
}

function timesTable({ last_hour: { kept, in_last_hour }, estimates }: ProcrastinationReport): Table {
  return table({
    title: 'The last hour, and estimates',
    heads: ['What', 'Number'],
    rows: [
      [cell('Kept'), figureCell(kept)],
      [cell('of them in the last hour before they were due'), figureCell(in_last_hour)],
      [cell('Tasks with an estimate and focused time'), figureCell(estimates.tasks)],
      [cell('Estimated for them'), cell(hoursAndMinutes(estimates.estimated_minutes))],
      [cell('Focused on them'), cell(hoursAndMinutes(estimates.focused_minutes))],
    ],
  });
}

/** A column of words is as wide as its longest text. */
const cut = (title: string): string => ([...title].length > MOST_LETTERS ? `${[...title].slice(0, MOST_LETTERS - 1).join('')}…` : title);

function mostMovedTable({ most_moved }: ProcrastinationReport, today: string): Table {
  return table({
    title: 'Most moved',
    heads: ['Task', 'Now', 'First due', 'Due now', 'Moves'],
    words: 4,
    rows: most_moved.map(({ title, status, late, first_due_date, due_date, moves }) => [
      cell(cut(title)),
      cell(movedStateWord({ status, late })),
      cell(shortDate(first_due_date, today)),
      cell(shortDate(due_date, today)),
      figureCell(moves),
    ]),
    caption: most_moved.length === 0 ? 'Nothing was moved.' : '',
  });
}

function tagsTable({ tags }: ProcrastinationReport): Table {
  return table({
    title: 'By tag',
    heads: ['Tag', 'Planned', 'Moved', 'Missed'],
    rows: tags.map(({ tag, planned, moved, missed }) => [cell(`#${tag}`), figureCell(planned), figureCell(moved), figureCell(missed)]),
    caption: tags.length === 0 ? 'No planned task has a tag.' : '',
  });
}

function weekdaysChart({ weekdays }: ProcrastinationReport, numbers: Table): BarsChart {
  return {
    kind: 'bars',
    title: 'Moves by weekday',
    caption: 'Filled is what was moved, the outline is what was due, by the first due date.',
    data: weekdays.map(({ due, moved }, index) => ({
      label: (WEEKDAYS[index] ?? '').slice(0, 3),
      planned: due,
      kept: moved,
      missed: 0,
      now: false,
    })),
    table: numbers,
  };
}

/** The content of the report about putting off. `owner` is the owner's display name. */
export function puttingOffModel(report: ProcrastinationReport, owner: string): ReportModel {
  const { start_date: from, end_date: to, timezone, generated_at } = report;
  const today = localDate(generated_at, timezone);
  const weekdays = weekdaysTable(report);
  return {
    kind: 'procrastination',
    name: REPORT_NAMES.procrastination,
    title: 'Putting off',
    period: period(from, to, false),
    timezone,
    generated_at,
    generated: fullInstant(generated_at, timezone),
    owner,
    note: null,
    closed: false,
    figures: figures(report),
    tables: [outcomesTable(report), timesTable(report), mostMovedTable(report, today), tagsTable(report), weekdays],
    charts: [weekdaysChart(report, weekdays)],
    rows: findingRows(report),
    meanings: [],
  };
}
