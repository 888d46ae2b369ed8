import { ticks } from './scale.ts';

interface GridLinesProps {
  /** The largest number that is shown. */
  readonly most: number;
  /** From a number to its height in the chart, in px. */
  readonly y: (value: number) => number;
  /** Where the lines begin and end, in px. */
  readonly left: number;
  readonly width: number;
}

/** The horizontal lines of a chart, each with its number. */
export const GridLines = ({ most, y, left, width }: GridLinesProps) =>
  ticks(most).map((tick) => (
    <g key={tick}>
      <path className={tick === 0 ? 'ax' : 'gr'} d={`M${left} ${Math.round(y(tick)) + 0.5} H${width}`} />
      <text x={left - 8} y={y(tick) + 4} textAnchor="end">
        {tick}
      </text>
    </g>
  ));
