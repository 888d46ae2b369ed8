import { Plot } from './plot.tsx';
import { DELAY_CLASSES, DELAY_LABELS, delayClasses, linear } from './scale.ts';

const HEIGHT = 140;
const BASE = HEIGHT - 22;

/** A chart of how long before or after their due time tasks were completed, in ten classes. */
export function DelayBars({ delays, label }: { delays: readonly number[]; label: string }) {
  const counts = delayClasses(delays);
  const most = Math.max(1, ...counts);
  const y = linear([0, most], [BASE, 18]);
  return (
    <Plot label={label} height={HEIGHT}>
      {(width) => {
        const step = width / DELAY_CLASSES.length;
        return (
          <>
            {counts.map((count, index) => (
              <g key={DELAY_CLASSES[index]}>
                <rect className={index < 5 ? 'k' : 'ms'} x={index * step + 2} y={y(count)} width={step - 4} height={BASE - y(count)} />
                {count > 0 && (
                  <text className="lb" x={(index + 0.5) * step} y={y(count) - 5} textAnchor="middle">
                    {count}
                  </text>
                )}
              </g>
            ))}
            <path className="ax" d={`M0 ${BASE + 0.5} H${width}`} />
            <path className="now-line" d={`M${width / 2} 4 V${BASE + 5}`} />
            {DELAY_LABELS.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: early and late share their labels
              <text key={index} className={name === 'due' ? 'now-label' : ''} x={(index + 1) * step} y={HEIGHT - 4} textAnchor="middle">
                {name}
              </text>
            ))}
          </>
        );
      }}
    </Plot>
  );
}
