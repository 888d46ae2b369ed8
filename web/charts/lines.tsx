import { Mark, type MarkName, markWord } from '../ui/mark.tsx';
import './charts.css';
import { GridLines, linear, Plot, stacked } from './plot.tsx';

export interface WeekPoint {
  readonly id: string;
  readonly label: string;
  readonly planned: number;
  readonly kept: number;
}

const WEEKS_HEIGHT = 160;
const WEEKS_LEFT = 30;
const WEEKS_BASE = WEEKS_HEIGHT - 24;

const line = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ');

/** A chart of weeks: planned as a dashed line, kept as a solid one. The part to a week that is not over is dotted and ends in a ring. */
export function WeekLines({ weeks, running, label }: { weeks: readonly WeekPoint[]; running: boolean; label: string }) {
  const most = Math.max(4, ...weeks.map((week) => week.planned));
  const y = linear([0, most], [WEEKS_BASE, 14]);
  return (
    <Plot label={label} height={WEEKS_HEIGHT}>
      {(width) => {
        const x = linear([0, Math.max(1, weeks.length - 1)], [WEEKS_LEFT + 6, width - 8]);
        const at = (name: 'planned' | 'kept') => weeks.map((week, index) => [x(index), y(week[name])] as const);
        const kept = at('kept');
        const last = kept.at(-1);
        const every = Math.max(1, Math.ceil(weeks.length / Math.max(2, Math.floor(width / 80))));
        return (
          <>
            <GridLines most={most} y={y} left={WEEKS_LEFT} width={width} />
            <path className="line-planned" d={line(at('planned'))} />
            <path className="line-kept" d={line(running ? kept.slice(0, -1) : kept)} />
            {running && kept.length > 1 && <path className="line-kept dots" d={line(kept.slice(-2))} />}
            {last && <circle className={running ? 'ring' : 'point'} cx={last[0]} cy={last[1]} r={3.5} />}
            {weeks.map((week, index) =>
              (weeks.length - 1 - index) % every === 0 ? (
                <text
                  key={week.id}
                  x={x(index)}
                  y={WEEKS_HEIGHT - 4}
                  textAnchor={index === weeks.length - 1 ? 'end' : index === 0 ? 'start' : 'middle'}
                >
                  {week.label}
                </text>
              ) : null,
            )}
          </>
        );
      }}
    </Plot>
  );
}

export function LinesLegend() {
  return (
    <div className="legend">
      <span>
        <svg width="18" height="8" aria-hidden="true">
          <path className="line-planned" d="M0 4.5 H18" />
        </svg>
        planned
      </span>
      <span>
        <svg width="18" height="8" aria-hidden="true">
          <path className="line-kept" d="M0 4.5 H18" />
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

const DAY_HEIGHT = 78;
const DAY_AXIS = 50;

/** Today's tasks on a line from six o'clock to midnight, or from an earlier hour in which something is due. */
export function DayLine({ marks, now, label }: { marks: readonly LineMark[]; now: { minutes: number; time: string }; label: string }) {
  const ordered = [...marks].sort((a, b) => a.minutes - b.minutes);
  const from = Math.min(6, Math.floor((ordered[0]?.minutes ?? 360) / 60), Math.floor(now.minutes / 60));
  const scale = (width: number) => linear([from * 60, 1_440], [8, width - 8]);
  const places = (width: number) => stacked(ordered.map((mark) => Math.min(scale(width)(mark.minutes), width - 10)));
  const stackHeight = (width: number) => 22 * Math.max(0, ...places(width).map((place) => place.level));
  return (
    <Plot label={label} height={(width) => DAY_HEIGHT + stackHeight(width)} className="chart dayline">
      {(width) => {
        const x = scale(width);
        const at = places(width);
        return (
          <g transform={`translate(0 ${stackHeight(width)})`}>
            <Hours from={from} x={x} every={(width - 16) / (24 - from) >= 40 ? 2 : 4} />
            <path className="passed" d={`M8 ${DAY_AXIS + 0.5} H${x(now.minutes)}`} />
            <path className="ax" d={`M${x(now.minutes)} ${DAY_AXIS + 0.5} H${width - 8}`} />
            <Now x={x(now.minutes)} time={now.time} width={width} top={-stackHeight(width)} />
            {ordered.map((mark, index) => {
              const place = at[index];
              return place && place.level >= 0 ? <PlacedMark key={mark.id} mark={mark} {...place} /> : null;
            })}
          </g>
        );
      }}
    </Plot>
  );
}

function Hours({ from, x, every }: { from: number; x: (minutes: number) => number; every: number }) {
  return Array.from({ length: 25 - from }, (_, index) => from + index).map((hour) => (
    <g key={hour}>
      <path className="ax" d={`M${x(hour * 60).toFixed(1)} ${DAY_AXIS} v${hour % every === 0 ? 6 : 3}`} />
      {hour % every === 0 && (
        <text x={x(hour * 60)} y={72} textAnchor={hour === 24 ? 'end' : 'middle'}>
          {String(hour).padStart(2, '0')}
        </text>
      )}
    </g>
  ));
}

function Now({ x, time, width, top }: { x: number; time: string; width: number; top: number }) {
  const room = width - x > 52;
  return (
    <>
      <path className="now-line" d={`M${x} ${top + 6} V57`} />
      <text className="now-label" x={room ? x + 7 : x - 7} y={top + 14} textAnchor={room ? 'start' : 'end'}>
        {time}
      </text>
    </>
  );
}

function PlacedMark({ mark, x, level, more }: { mark: LineMark; x: number; level: number; more: number }) {
  const y = 26 - level * 22;
  return (
    <g transform={`translate(${x - 10} ${y})`}>
      <title>{`${markWord(mark.mark)}: ${mark.title}`}</title>
      <foreignObject width={20} height={20}>
        <Mark name={mark.mark} named={false} />
      </foreignObject>
      {more > 0 && <text x={22} y={12}>{`+${more}`}</text>}
    </g>
  );
}
