import { GridLines } from './grid-lines.tsx';
import { Plot } from './plot.tsx';
import { linear } from './scale.ts';

export interface WeekPoint {
  readonly id: string;
  readonly label: string;
  readonly planned: number;
  readonly kept: number;
}

const HEIGHT = 160;
const LEFT = 30;
const BASE = HEIGHT - 24;

const line = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ');

/** A chart of weeks: planned as a dashed line, kept as a solid one. The part to a week that is not over is dotted and ends in a ring. */
export function WeekLines({ weeks, running, label }: { weeks: readonly WeekPoint[]; running: boolean; label: string }) {
  const most = Math.max(4, ...weeks.map((week) => week.planned));
  const y = linear([0, most], [BASE, 14]);
  return (
    <Plot label={label} height={HEIGHT}>
      {(width) => {
        const x = linear([0, Math.max(1, weeks.length - 1)], [LEFT + 6, width - 8]);
        const at = (name: 'planned' | 'kept') => weeks.map((week, index) => [x(index), y(week[name])] as const);
        const kept = at('kept');
        const last = kept.at(-1);
        const every = Math.max(1, Math.ceil(weeks.length / Math.max(2, Math.floor(width / 80))));
        return (
          <>
            <GridLines most={most} y={y} left={LEFT} width={width} />
            <path className="line-planned" d={line(at('planned'))} />
            <path className="line-kept" d={line(running ? kept.slice(0, -1) : kept)} />
            {running && kept.length > 1 && <path className="line-kept dots" d={line(kept.slice(-2))} />}
            {last && <circle className={running ? 'ring' : 'point'} cx={last[0]} cy={last[1]} r={3.5} />}
            {weeks.map((week, index) =>
              (weeks.length - 1 - index) % every === 0 ? (
                <text
                  key={week.id}
                  x={x(index)}
                  y={HEIGHT - 4}
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
