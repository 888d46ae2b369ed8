import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { Counts } from '../api/reports.ts';
import { daysBetween, mondayOf } from '../lib/calendar.ts';
import { monthShort } from '../lib/words.ts';
import { heatLevel } from './scale.ts';

export interface YearDay {
  readonly date: string;
  readonly counts: Pick<Counts, 'planned' | 'kept' | 'missed' | 'skipped' | 'open'>;
  readonly frozen: boolean;
}

export interface Cell {
  readonly date: string;
  /** The column of the week, 0 for the first one shown. */
  readonly column: number;
  /** The row of the weekday, 0 for Monday. */
  readonly row: number;
  readonly kind: 'kept' | 'missed' | 'frozen' | 'ahead';
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly day: YearDay | null;
}

/** The cells of the map: whole weeks from Monday on, of which the last holds today. Later days are empty outlines. */
export function cellsOf(days: readonly YearDay[], today: string, weeks: number): Cell[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const first = addDays(mondayOf(today), -7 * (weeks - 1));
  return Array.from({ length: weeks * 7 }, (_, index) => {
    const date = addDays(first, index);
    const day = byDate.get(date) ?? null;
    const kind = date > today ? 'ahead' : day?.frozen ? 'frozen' : day && day.counts.missed > 0 ? 'missed' : 'kept';
    return { date, column: Math.floor(index / 7), row: index % 7, kind, level: heatLevel(day?.counts.kept ?? 0), day };
  });
}

/** The names of the months, with the column in which each begins. Names without enough room are left out. */
export function monthLabels(today: string, weeks: number): { column: number; name: string }[] {
  const first = addDays(mondayOf(today), -7 * (weeks - 1));
  const labels: { column: number; name: string }[] = [];
  for (let column = 0; column < weeks; column++) {
    const sunday = addDays(first, column * 7 + 6);
    const begins = daysBetween(`${sunday.slice(0, 8)}01`, sunday) < 7;
    if (begins && column - (labels.at(-1)?.column ?? -4) >= 3 && column <= weeks - 2) labels.push({ column, name: monthShort(sunday) });
  }
  return labels;
}

export function yearSums(days: readonly YearDay[]): { kept: number; missDays: number } {
  return { kept: days.reduce((sum, day) => sum + day.counts.kept, 0), missDays: days.filter((day) => day.counts.missed > 0).length };
}
