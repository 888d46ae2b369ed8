import { DELAY_CLASSES, DELAY_LABELS, delayClasses, GridLines, linear, Plot } from './plot.tsx';

export interface Bar {
  readonly label: string;
  readonly planned: number;
  readonly kept: number;
  readonly missed: number;
  /** Whether it is today's bar, which has the accent colour. */
  readonly now?: boolean;
}

const WEEK_LEFT = 28;
const WEEK_FOOT = 22;

/** A chart of days: kept as a filled bar, planned as an outline, a miss with a cross. */
export function WeekBars({ bars, height = 188, label }: { bars: readonly Bar[]; height?: number; label: string }) {
  const most = Math.max(4, ...bars.map((bar) => bar.planned));
  const y = linear([0, most], [height - WEEK_FOOT, 8]);
  return (
    <Plot label={label} height={height}>
      {(width) => {
        const step = (width - WEEK_LEFT) / bars.length;
        const thick = Math.min(32, Math.round(step * 0.52));
        return (
          <>
            <GridLines most={most} y={y} left={WEEK_LEFT} width={width} />
            {bars.map((bar, index) => (
              <OneBar key={bar.label} bar={bar} middle={WEEK_LEFT + step * (index + 0.5)} thick={thick} y={y} foot={height - 4} />
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

const HOURS_HEIGHT = 140;
const HOURS_BASE = HOURS_HEIGHT - 20;

/** A chart of completions by local hour. Busier hours are darker, and the busiest one shows its number. */
export function HourBars({ hours, label }: { hours: readonly number[]; label: string }) {
  const most = Math.max(1, ...hours);
  const peak = hours.indexOf(most);
  const y = linear([0, most], [HOURS_BASE, 18]);
  return (
    <Plot label={label} height={HOURS_HEIGHT}>
      {(width) => {
        const step = width / 24;
        return (
          <>
            {hours.map((count, hour) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
                key={hour}
                className={count >= most * 0.6 ? 'k' : 'k-low'}
                x={hour * step + 1}
                y={y(count)}
                width={step - 2}
                height={HOURS_BASE - y(count)}
              />
            ))}
            <path className="ax" d={`M0 ${HOURS_BASE + 0.5} H${width}`} />
            {[0, 6, 12, 18, 24].map((hour) => (
              <text key={hour} x={hour * step} y={HOURS_HEIGHT - 4} textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}>
                {String(hour).padStart(2, '0')}
              </text>
            ))}
            {peak >= 0 && (
              <text className="lb" x={(peak + 0.5) * step} y={y(most) - 6} textAnchor="middle">
                {most}
              </text>
            )}
          </>
        );
      }}
    </Plot>
  );
}

const DELAYS_HEIGHT = 140;
const DELAYS_BASE = DELAYS_HEIGHT - 22;

/** A chart of how long before or after their due time tasks were completed, in ten classes. */
export function DelayBars({ delays, label }: { delays: readonly number[]; label: string }) {
  const counts = delayClasses(delays);
  const most = Math.max(1, ...counts);
  const y = linear([0, most], [DELAYS_BASE, 18]);
  return (
    <Plot label={label} height={DELAYS_HEIGHT}>
      {(width) => {
        const step = width / DELAY_CLASSES.length;
        return (
          <>
            {counts.map((count, index) => (
              <g key={DELAY_CLASSES[index]}>
                <rect
                  className={index < 5 ? 'k' : 'ms'}
                  x={index * step + 2}
                  y={y(count)}
                  width={step - 4}
                  height={DELAYS_BASE - y(count)}
                />
                {count > 0 && (
                  <text className="lb" x={(index + 0.5) * step} y={y(count) - 5} textAnchor="middle">
                    {count}
                  </text>
                )}
              </g>
            ))}
            <path className="ax" d={`M0 ${DELAYS_BASE + 0.5} H${width}`} />
            <path className="now-line" d={`M${width / 2} 4 V${DELAYS_BASE + 5}`} />
            {DELAY_LABELS.map((name, index) => (
              <text
                // biome-ignore lint/suspicious/noArrayIndexKey: early and late share their labels
                key={index}
                className={name === 'due' ? 'now-label' : ''}
                x={(index + 1) * step}
                y={DELAYS_HEIGHT - 4}
                textAnchor="middle"
              >
                {name}
              </text>
            ))}
          </>
        );
      }}
    </Plot>
  );
}
