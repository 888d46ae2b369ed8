import { type Week, weeksMarks } from '../../src/contracts/charts/weeks.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { type MarkName, markWord } from '../../src/contracts/words/marks.ts';
import { Mark } from '../ui/mark.tsx';
import styles from './chart.module.css';
import { dayLine, MARK_SIZE } from './day-line.ts';
import marksStyles from './marks.module.css';
import { Marks } from './marks.tsx';
import { Plot, WEEKS_HEIGHT, weeksFrame } from './plot.tsx';

/** Planned tasks are a dashed line, kept ones a solid line. The segment to an unfinished week is dotted and ends in a ring. */
export function WeekLines({ weeks, running, label }: { weeks: readonly Week[]; running: boolean; label: string }) {
  return (
    <Plot label={label} height={WEEKS_HEIGHT}>
      {(width) => <Marks marks={weeksMarks(weeks, running, weeksFrame(width))} />}
    </Plot>
  );
}

export function LinesLegend() {
  return (
    <div className={styles.legend}>
      <span>
        <svg width="18" height="8" aria-hidden="true">
          <path className={marksStyles.plannedLine} d="M0 4.5 H18" />
        </svg>
        planned
      </span>
      <span>
        <svg width="18" height="8" aria-hidden="true">
          <path className={marksStyles.keptLine} d="M0 4.5 H18" />
        </svg>
        kept
      </span>
    </div>
  );
}

export interface LineMark {
  readonly id: string;
  readonly title: string;
  readonly mark: MarkName;
  /** Minutes since local midnight. 1,440 is the end of the day. */
  readonly minutes: number;
}

export function DayLine({ marks, now, label }: { marks: readonly LineMark[]; now: { minutes: number; time: string }; label: string }) {
  const ordered = [...marks].sort((a, b) => a.minutes - b.minutes);
  const figure = (width: number) =>
    dayLine(
      ordered.map(({ minutes }) => minutes),
      now,
      width,
    );
  return (
    <Plot label={label} height={(width) => figure(width).height} className={marksStyles.drawing}>
      {(width) => {
        const { marks: line, places } = figure(width);
        return (
          <>
            <Marks marks={line} />
            {ordered.map((mark, index) => {
              const place = places[index];
              return place ? <PlacedMark key={mark.id} mark={mark} {...place} /> : null;
            })}
          </>
        );
      }}
    </Plot>
  );
}

function PlacedMark({ mark, x, y, more }: { mark: LineMark; x: number; y: number; more: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{sentence`${markWord(mark.mark)}: ${mark.title}`}</title>
      <foreignObject width={MARK_SIZE} height={MARK_SIZE}>
        <Mark name={mark.mark} named={false} />
      </foreignObject>
      {more > 0 && <text x={22} y={12}>{`+${more}`}</text>}
    </g>
  );
}
