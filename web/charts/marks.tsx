import type { ReactNode } from 'react';
import { type Look, type Mark, pathOf } from '../../src/contracts/charts/marks.ts';
import './charts.css';

/** The style sheet defines the colours, because it knows both themes and forced colours. */
const CLASSES: Readonly<Record<Look, string>> = {
  axis: 'ax',
  grid: 'gr',
  tick: '',
  label: '',
  'now-label': 'now-label',
  count: 'lb',
  planned: 'p',
  kept: 'bar-kept',
  missed: 'missed-box',
  'missed-cross': 'missed-cross',
  'planned-line': 'line-planned',
  'kept-line': 'line-kept',
  'running-line': 'line-kept dots',
  ring: 'ring',
  point: 'point',
  busy: 'bar-kept',
  quiet: 'k-low',
  late: 'ms',
  'now-line': 'now-line',
  hour: 'ax',
  passed: 'passed',
  'day-0': '',
  'day-1': 'day-1',
  'day-2': 'day-2',
  'day-3': 'day-3',
  'day-4': 'day-4',
  'day-missed': 'day-missed',
  'day-missed-cross': 'day-missed-cross',
  'day-frozen': 'day-frozen',
  'day-frozen-plus': 'day-frozen-plus',
  'day-ahead': 'day-ahead',
  today: 'day-today',
};

/** Long lines have coordinates with one decimal, which keeps a year of weeks short. */
const SHORT: ReadonlySet<Look> = new Set<Look>(['planned-line', 'kept-line', 'running-line', 'hour']);
const short = (value: number): number => Number(value.toFixed(1));
const exact = (value: number): number => value;

export const Marks = ({ marks }: { marks: readonly Mark[] }): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: a mark has no name but its place in the drawing
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
