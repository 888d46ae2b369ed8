import { Plot } from './plot.tsx';
import { linear } from './scale.ts';

const HEIGHT = 140;
const BASE = HEIGHT - 20;

/** A chart of completions by local hour. Busier hours are darker, and the busiest one shows its number. */
export function HourBars({ hours, label }: { hours: readonly number[]; label: string }) {
  const most = Math.max(1, ...hours);
  const peak = hours.indexOf(most);
  const y = linear([0, most], [BASE, 18]);
  return (
    <Plot label={label} height={HEIGHT}>
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
                height={BASE - y(count)}
              />
            ))}
            <path className="ax" d={`M0 ${BASE + 0.5} H${width}`} />
            {[0, 6, 12, 18, 24].map((hour) => (
              <text key={hour} x={hour * step} y={HEIGHT - 4} textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}>
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
