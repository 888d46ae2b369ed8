import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { type Look, type Mark, pathOf } from '../../src/contracts/charts/marks.ts';
import styles from './marks.module.css';

/** The style sheet defines the colours, because it knows both themes and forced colours. */
const CLASSES: Readonly<Record<Look, string | undefined>> = {
  axis: styles.axis,
  grid: styles.grid,
  tick: undefined,
  label: undefined,
  'now-label': styles.nowLabel,
  count: styles.count,
  planned: styles.planned,
  kept: styles.kept,
  moved: styles.moved,
  missed: styles.missed,
  'missed-cross': styles.missedCross,
  'planned-line': styles.plannedLine,
  'kept-line': styles.keptLine,
  'running-line': clsx(styles.keptLine, styles.dotted),
  ring: styles.ring,
  point: styles.point,
  busy: styles.kept,
  quiet: styles.quiet,
  late: styles.late,
  'now-line': styles.nowLine,
  hour: styles.axis,
  passed: styles.passed,
  'day-0': undefined,
  'day-1': styles.day1,
  'day-2': styles.day2,
  'day-3': styles.day3,
  'day-4': styles.day4,
  'day-missed': styles.dayMissed,
  'day-missed-cross': styles.dayMissedCross,
  'day-frozen': styles.dayFrozen,
  'day-frozen-plus': styles.dayFrozenPlus,
  'day-ahead': styles.dayAhead,
  today: styles.dayToday,
};

/** Long lines have coordinates with one decimal, which keeps a year of weeks short. */
const SHORT: ReadonlySet<Look> = new Set<Look>(['planned-line', 'kept-line', 'running-line', 'hour']);
const short = (value: number): number => Number(value.toFixed(1));
const exact = (value: number): number => value;

export const Marks = ({ marks }: { marks: readonly Mark[] }): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no name, only a place in the drawing
  marks.map((mark, index) => <OneMark key={index} mark={mark} />);

function OneMark({ mark }: { mark: Mark }) {
  const name = CLASSES[mark.look];
  switch (mark.kind) {
    case 'rect':
      return <rect className={name} x={mark.x} y={mark.y} width={mark.w} height={mark.h} />;
    case 'lines':
      return <path className={name} d={pathOf(mark.lines, SHORT.has(mark.look) ? short : exact)} />;
    case 'circle':
      return <circle className={name} cx={mark.x} cy={mark.y} r={mark.r} />;
    case 'text':
      return (
        <text className={name} x={mark.x} y={mark.y} textAnchor={mark.anchor}>
          {mark.text}
        </text>
      );
  }
}
