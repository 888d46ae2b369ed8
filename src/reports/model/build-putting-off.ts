import type { Finding, ProcrastinationReport } from '../../contracts/procrastination.ts';
import { hoursAndMinutes, percent, period, shortDate, WEEKDAYS } from '../../contracts/words/format.ts';
import { isolated } from '../../contracts/words/isolated.ts';
import { movedStateWord, restsOnWords } from '../../contracts/words/putting-off.ts';
import {
  estimateShares,
  lastHourShares,
  outcomeShares,
  type PuttingOffNumbers,
  puttingOffFigures,
  weekdaysWords,
} from '../../contracts/words/putting-off-pictures.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { cell, figureCell } from './build-tables.ts';
import { fullInstant } from './dates.ts';
import type { BarsChart, Cell, Figure, ReportModel, Rows, Shares, SharesChart, Table } from './report-model.ts';
import { REPORT_NAMES } from './words.ts';

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
  /** The first column holds titles or tags. */
  readonly long?: boolean;
}

const table = ({ title, heads, rows, caption = '', words = 1, long = false }: TableParts): Table => ({
  title,
  columns: heads.map((label, index) => ({ label, numeric: index >= words, ...(long && index === 0 && { long }) })),
  rows,
  foot: null,
  settled: false,
  caption,
});

/** The numbers as the words that the screen shows too take them. */
const numbersOf = ({ moves, weekdays, after_moves, last_hour, estimates }: ProcrastinationReport): PuttingOffNumbers => ({
  moves: { ...moves, medianDays: moves.median_days },
  weekdays,
  afterMoves: after_moves,
  lastHour: { kept: last_hour.kept, inLastHour: last_hour.in_last_hour },
  estimates: { tasks: estimates.tasks, estimatedMinutes: estimates.estimated_minutes, focusedMinutes: estimates.focused_minutes },
});

const figures = (numbers: PuttingOffNumbers): readonly Figure[] =>
  puttingOffFigures(numbers).map((figure) => ({ ...figure, unit: figure.unit.replace(/ (planned|decided)$/, ''), settled: false }));

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

function lastHourTable({ kept, inLastHour }: PuttingOffNumbers['lastHour']): Table {
  return table({
    title: 'The last hour',
    heads: ['Done', 'Tasks'],
    rows: [
      [cell('Earlier'), figureCell(kept - inLastHour)],
      [cell('In the last hour'), figureCell(inLastHour)],
    ],
  });
}

function estimatesTable({ estimatedMinutes, focusedMinutes }: PuttingOffNumbers['estimates']): Table {
  return table({
    title: 'Estimate against focus',
    heads: ['What', 'Length'],
    rows: [
      [cell('Estimated'), cell(hoursAndMinutes(estimatedMinutes))],
      [cell('Focused'), cell(hoursAndMinutes(focusedMinutes))],
    ],
  });
}

function mostMovedTable({ most_moved }: ProcrastinationReport, today: string): Table {
  return table({
    title: 'Most moved',
    long: true,
    heads: ['Task', 'Now', 'First due', 'Due now', 'Moves'],
    words: 4,
    rows: most_moved.map(({ title, status, late, first_due_date, due_date, moves }) => [
      cell(isolated(title)),
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
    long: true,
    heads: ['Tag', 'Planned', 'Moved', 'Missed'],
    rows: tags.map(({ tag, planned, moved, missed }) => [
      cell(isolated(`#${tag}`)),
      figureCell(planned),
      figureCell(moved),
      figureCell(missed),
    ]),
    caption: tags.length === 0 ? 'No planned task has a tag.' : '',
  });
}

interface Worded {
  readonly title: string;
  readonly lead: string;
  readonly rest: string;
}
const captionOf = ({ lead, rest }: Worded): string => [lead, rest].filter((words) => words !== '').join(' ');

function weekdaysChart({ weekdays }: PuttingOffNumbers, numbers: Table): BarsChart {
  const words = weekdaysWords(weekdays);
  return {
    kind: 'bars',
    title: words.title,
    caption: captionOf(words),
    filled: 'moved',
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

const sharesChart = (shares: Worded & Shares, numbers: Table): SharesChart => ({
  kind: 'shares',
  title: shares.title,
  caption: captionOf(shares),
  data: { rows: shares.rows, whole: shares.whole },
  table: numbers,
});

/** The content of the report about putting off. `owner` is the owner's display name. */
export function puttingOffModel(report: ProcrastinationReport, owner: string): ReportModel {
  const { start_date: from, end_date: to, timezone, generated_at } = report;
  const today = localDate(generated_at, timezone);
  const numbers = numbersOf(report);
  const weekdays = weekdaysTable(report);
  return {
    kind: 'procrastination',
    name: REPORT_NAMES.procrastination,
    title: 'Putting off',
    period: period(from, to, false),
    timezone,
    generated_at,
    generated: fullInstant(generated_at, timezone),
    generated_label: 'Made',
    owner,
    note: null,
    closed: false,
    figures: figures(numbers),
    tables: [mostMovedTable(report, today), tagsTable(report), weekdays],
    charts: [
      weekdaysChart(numbers, weekdays),
      sharesChart(outcomeShares(numbers.afterMoves), outcomesTable(report)),
      sharesChart(lastHourShares(numbers.lastHour), lastHourTable(numbers.lastHour)),
      sharesChart(estimateShares(numbers.estimates), estimatesTable(numbers.estimates)),
    ],
    rows: findingRows(report),
    meanings: [],
  };
}
