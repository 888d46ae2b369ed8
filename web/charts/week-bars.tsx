import { GridLines } from './grid-lines.tsx';
import { Plot } from './plot.tsx';
import { linear } from './scale.ts';

export interface Bar {
  readonly label: string;
  readonly planned: number;
  readonly kept: number;
  readonly missed: number;
  /** Whether it is today's bar, which has the accent colour. */
  readonly now?: boolean;
}

const LEFT = 28;
const FOOT = 22;

/** A chart of days: kept as a filled bar, planned as an outline, a miss with a cross. */
export function WeekBars({ bars, height = 188, label }: { bars: readonly Bar[]; height?: number; label: string }) {
  const most = Math.max(4, ...bars.map((bar) => bar.planned));
  const y = linear([0, most], [height - FOOT, 8]);
  return (
    <Plot label={label} height={height}>
      {(width) => {
        const step = (width - LEFT) / bars.length;
        const thick = Math.min(32, Math.round(step * 0.52));
        return (
          <>
            <GridLines most={most} y={y} left={LEFT} width={width} />
            {bars.map((bar, index) => (
              <OneBar key={bar.label} bar={bar} middle={LEFT + step * (index + 0.5)} thick={thick} y={y} foot={height - 4} />
            ))}
          </>
        );
      }}
    </Plot>
  );
}

function OneBar({ bar, middle, thick, y, foot }: { bar: Bar; middle: number; thick: number; y: (value: number) => number; foot: number }) {
  const x = Math.round(middle - thick / 2);
  const top = (value: number): number => Math.round(y(value));
  const tall = top(bar.kept) - top(bar.kept + bar.missed);
  const cross = Math.min(4, tall / 2 - 2);
  const centre = top(bar.kept) - tall / 2;
  return (
    <g>
      {bar.planned > 0 && (
        <rect className="p" x={x + 0.5} y={top(bar.planned) + 0.5} width={thick - 1} height={Math.max(0, top(0) - top(bar.planned))} />
      )}
      {bar.kept > 0 && <rect className="k" x={x} y={top(bar.kept)} width={thick} height={top(0) - top(bar.kept)} />}
      {bar.missed > 0 && (
        <g className="missed-box">
          <rect x={x + 0.5} y={top(bar.kept + bar.missed) + 0.5} width={thick - 1} height={Math.max(1, tall - 1)} />
          {cross > 1.5 && (
            <path d={`M${middle - cross} ${centre - cross} l${cross * 2} ${cross * 2} m0 ${-cross * 2} l${-cross * 2} ${cross * 2}`} />
          )}
        </g>
      )}
      <text className={bar.now ? 'now-label' : ''} x={middle} y={foot} textAnchor="middle">
        {bar.label}
      </text>
    </g>
  );
}
