import type { Counts } from '../../contracts/report.ts';
import type { Cell, Column, Table, Tone } from './report-model.ts';
import { COUNT_COLUMNS, COUNT_LABELS, number, plural } from './words.ts';

/** A cell of a table with this text. */
export const cell = (text: string, tone: Tone = 'plain'): Cell => ({ text, tone });
/** A cell with a number. A zero is set quiet. */
export const figureCell = (value: number): Cell => cell(number(value), value === 0 ? 'quiet' : 'plain');

/** The completion rate in words: '96 %', or a dash while nothing is decided. */
const rateWords = (rate: number | null): string => (rate === null ? '–' : `${percent(rate)} %`);
/** A rate from 0 to 1 as whole percent. It is 100 only if everything was kept, and 0 only if nothing was. */
export function percent(rate: number): number {
  const rounded = Math.round(rate * 100);
  if (rounded === 100 && rate < 1) return 99;
  return rounded === 0 && rate > 0 ? 1 : rounded;
}

function countCells(counts: Counts): readonly Cell[] {
  return COUNT_COLUMNS.map((name) => {
    const tone: Tone = counts[name] === 0 ? 'quiet' : name === 'kept' || name === 'missed' ? name : 'plain';
    return cell(number(counts[name]), tone);
  });
}

interface CountsTable {
  readonly title: string;
  readonly first: string;
  readonly rows: readonly { readonly label: string; readonly counts: Counts }[];
  readonly sum: { readonly label: string; readonly counts: Counts } | null;
  readonly settled: boolean;
}

/** A table with one row of counts for each of `rows`, and the sum at the foot. `first` is the head of the first column. */
export function countsTable({ title, first, rows, sum, settled }: CountsTable): Table {
  const columns: readonly Column[] = [
    { label: first, numeric: false },
    ...COUNT_COLUMNS.map((name) => ({ label: COUNT_LABELS[name], numeric: true })),
    { label: 'Rate', numeric: true },
  ];
  const line = (label: string, counts: Counts): readonly Cell[] => [
    cell(label),
    ...countCells(counts),
    cell(rateWords(counts.completion_rate), counts.completion_rate === null ? 'quiet' : 'plain'),
  ];
  return {
    title,
    columns,
    rows: rows.map(({ label, counts }) => line(label, counts)),
    foot: sum && line(sum.label, sum.counts).map(({ text }) => cell(text)),
    settled,
    caption: sum ? besidesSentence(sum.counts) : '',
  };
}

/** A sentence with the counts that have no column: postponed and taken back. Empty if both are 0. */
function besidesSentence(counts: Counts): string {
  const words = [
    counts.postponed > 0 ? `${number(counts.postponed)} postponed` : '',
    counts.taken_back > 0 ? `${number(counts.taken_back)} taken back` : '',
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : `Besides, ${words.join(' and ')}.`;
}

/** Completions by local hour (24 numbers) as a table. */
export function hoursTable(hours: readonly number[]): Table {
  const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  return {
    title: 'By hour of completion',
    columns: [
      { label: 'Hour', numeric: false },
      { label: 'Completed', numeric: true },
    ],
    rows: hours.map((count, hour) => [cell(`${two(hour)} to ${two(hour + 1)}`), figureCell(count)]),
    foot: [cell('Sum'), cell(number(hours.reduce((sum, count) => sum + count, 0)))],
    settled: false,
    caption: '',
  };
}

export const missesWords = (count: number): string => plural(count, 'miss', 'misses');
