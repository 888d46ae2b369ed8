import { clsx } from 'clsx';
import { useState } from 'react';
import {
  type DayLevel,
  type DayMark,
  monthMarks,
  squareAt,
  squareMarks,
  todayMark,
  weekdayMarks,
  type YearFrame,
  yearHeight,
} from '../../src/contracts/charts/year.ts';
import { dayMonth, longDate, monthShort, number, plural, shortDate, WEEKDAYS } from '../../src/contracts/words/format.ts';
import { addDays, daysBetween } from '../../src/contracts/words/phrases/days.ts';
import type { Counts } from '../api/reports.ts';
import { mondayOf } from '../lib/calendar.ts';
import textStyles from '../ui/text.module.css';
import chartStyles from './chart.module.css';
import { ChartTable, TableToggle } from './chart.tsx';
import marksStyles from './marks.module.css';
import { Marks } from './marks.tsx';
import { drawnAt, useWidth, YEAR_LEFT, yearFrame } from './plot.tsx';
import styles from './year.module.css';

export interface YearDay {
  readonly date: string;
  readonly counts: Pick<Counts, 'planned' | 'kept' | 'missed' | 'skipped' | 'open'>;
  readonly frozen: boolean;
}

export interface Cell extends DayMark {
  readonly date: string;
  /** 0 is the first week shown. */
  readonly column: number;
  /** 0 is Monday. */
  readonly row: number;
  readonly day: YearDay | null;
}

/** 0 for no kept task, then 1, 2 to 3, 4 to 5, and 6 or more. */
export const heatLevel = (kept: number): DayLevel => (kept <= 0 ? 0 : kept === 1 ? 1 : kept <= 3 ? 2 : kept <= 5 ? 3 : 4);

/** Whole weeks from Monday on; the last one contains today. Days after today are empty outlines. */
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

/** The names of the months with the column in which each begins. Names without enough room are left out. */
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

function yearSums(days: readonly YearDay[]): { kept: number; missDays: number } {
  return { kept: days.reduce((sum, day) => sum + day.counts.kept, 0), missDays: days.filter((day) => day.counts.missed > 0).length };
}

/**
 * '1,185 kept since 27 November 2025, 39 days with a miss'. `end`: the last date of the period; a period that is over has both its ends.
 * Null: nothing was planned.
 */
export function yearWords(days: readonly YearDay[], end: string, today: string): string | null {
  const first = days.find((day) => day.counts.planned > 0)?.date;
  if (first === undefined) return null;
  const { kept, missDays } = yearSums(days);
  const when = end < today ? `from ${longDate(first)} to ${longDate(end)}` : `since ${longDate(first)}`;
  return `${number(kept)} kept ${when}, ${plural(missDays, 'day')} with a miss`;
}

const cellText = ({ kind, day }: Cell): string => {
  if (kind === 'ahead') return '';
  if (!day || day.counts.planned === 0) return '–';
  const kept = `${day.counts.kept}/${day.counts.planned}`;
  return kind === 'frozen' ? `${kept} freeze` : kind === 'missed' ? `${kept} miss` : kept;
};

/** One week in each row, newest first. Each cell shows kept of planned. */
function YearTable({ days, today, weeks }: { days: readonly YearDay[]; today: string; weeks: number }) {
  const cells = cellsOf(days, today, weeks);
  const rows = Array.from({ length: weeks }, (_, week) => cells.slice(week * 7, week * 7 + 7)).reverse();
  return (
    <ChartTable
      label="The year: kept of planned, by day"
      head={['Week of', ...WEEKDAYS.map((name) => name.slice(0, 3))]}
      rows={rows.map((week) => [dayMonth(week[0]?.date ?? today, today), ...week.map(cellText)])}
    />
  );
}

const WEEKS = 53;
const FEW = 25;

export interface YearProps {
  readonly days: readonly YearDay[];
  readonly today: string;
  readonly label: string;
}

/** On a narrow screen it shows the last 25 weeks and a button for the whole year. */
export function Year({ days, today, label }: YearProps) {
  const [box, { width, unit }] = useWidth<HTMLDivElement>(1_092);
  const [asTable, setAsTable] = useState(false);
  const [whole, setWhole] = useState(false);
  const narrow = width < 700;
  const weeks = narrow && !whole ? FEW : WEEKS;
  const pitch = Math.min(20, (width - YEAR_LEFT - 4) / (narrow ? FEW : WEEKS));
  return (
    <div className={styles.container} ref={box}>
      {asTable ? (
        <YearTable days={days} today={today} weeks={WEEKS} />
      ) : (
        <YearMap days={days} today={today} label={label} weeks={weeks} pitch={pitch} unit={unit} />
      )}
      <div className={chartStyles.legend}>
        <YearLegend />
        <span className={clsx(textStyles.atEnd, styles.actions)}>
          {narrow && !asTable && (
            <button type="button" className={clsx(textStyles.link, textStyles.small)} onClick={() => setWhole(!whole)}>
              {whole ? 'Show 25 weeks' : 'Show the whole year'}
            </button>
          )}
          <TableToggle asTable={asTable} onChange={setAsTable} of="The year" />
        </span>
      </div>
    </div>
  );
}

function YearMap({ days, today, label, weeks, pitch, unit }: YearProps & { weeks: number; pitch: number; unit: number }) {
  const frame = yearFrame(pitch);
  const width = YEAR_LEFT + weeks * pitch + 2;
  const height = yearHeight(frame);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroller} tabIndex={0} aria-label="The year, by day">
      <svg
        className={clsx(marksStyles.drawing, marksStyles.heatMap)}
        viewBox={`0 0 ${width} ${height}`}
        style={drawnAt(width, height, unit)}
        role="img"
        aria-label={label}
      >
        <Marks marks={[...monthMarks(monthLabels(today, weeks), frame), ...weekdayMarks(frame)]} />
        {cellsOf(days, today, weeks).map((cell) => (
          <Square key={cell.date} cell={cell} frame={frame} today={today} />
        ))}
      </svg>
    </section>
  );
}

function Square({ cell, frame, today }: { cell: Cell; frame: YearFrame; today: string }) {
  const { x, y } = squareAt(frame, cell.column, cell.row);
  const marks = squareMarks(cell, x, y, frame);
  return (
    <g>
      <title>{describe(cell, today)}</title>
      <Marks marks={cell.date === today ? [...marks, todayMark(x, y, frame)] : marks} />
    </g>
  );
}

function describe(cell: Cell, today: string): string {
  const name = shortDate(cell.date, today);
  const counts = cell.day?.counts;
  if (cell.kind === 'ahead') return name;
  if (!counts || counts.planned === 0) return `${name}: nothing due`;
  const misses = counts.missed > 0 ? `, ${plural(counts.missed, 'miss', 'misses')}${cell.day?.frozen ? ' under a freeze' : ''}` : '';
  return `${name}: ${counts.kept} of ${counts.planned} kept${misses}`;
}

/** The colours of the days, from none to the most. */
const LEVELS = [chartStyles.level0, chartStyles.level1, chartStyles.level2, chartStyles.level3, chartStyles.level4];

function YearLegend() {
  return (
    <>
      <span>
        Kept a day
        {LEVELS.map((level) => (
          <i key={level} className={clsx(chartStyles.swatch, level)} />
        ))}
        0 to 6 or more
      </span>
      <span>
        <svg className={marksStyles.heatMap} width="11" height="11" aria-hidden="true">
          <rect className={marksStyles.dayMissed} x=".5" y=".5" width="10" height="10" />
          <path className={marksStyles.dayMissedCross} d="M3 3 l5 5 m0 -5 l-5 5" />
        </svg>
        a miss
      </span>
      <span>
        <svg className={marksStyles.heatMap} width="11" height="11" aria-hidden="true">
          <rect className={marksStyles.dayFrozen} x=".5" y=".5" width="10" height="10" />
          <path className={marksStyles.dayFrozenPlus} d="M3 5.5 h5 M5.5 3 v5" />
        </svg>
        a miss under a freeze
      </span>
    </>
  );
}
