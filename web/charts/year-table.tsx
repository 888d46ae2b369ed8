import { dayMonth, WEEKDAYS } from '../lib/words.ts';
import { ChartTable } from './chart.tsx';
import { type Cell, cellsOf, type YearDay } from './year-map.ts';

const cellText = ({ kind, day }: Cell): string => {
  if (kind === 'ahead') return '';
  if (!day || day.counts.planned === 0) return '–';
  const kept = `${day.counts.kept}/${day.counts.planned}`;
  return kind === 'frozen' ? `${kept} freeze` : kind === 'missed' ? `${kept} miss` : kept;
};

/** The days of the map as a table: kept of planned, one week in each row, newest first. */
export function YearTable({ days, today, weeks }: { days: readonly YearDay[]; today: string; weeks: number }) {
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
