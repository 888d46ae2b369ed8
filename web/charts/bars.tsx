import { type Bar, barsMarks } from '../../src/contracts/charts/bars.ts';
import { hoursMarks } from '../../src/contracts/charts/hours.ts';
import { DELAYS_HEIGHT, delaysMarks } from './delays.ts';
import { barsFrame, HOURS_HEIGHT, hoursFrame } from './frames.ts';
import { Marks } from './marks.tsx';
import { Plot } from './plot.tsx';

/** Kept tasks are a filled bar, planned ones an outline, and a miss is a cross. */
export function WeekBars({ bars, height = 188, label }: { bars: readonly Bar[]; height?: number; label: string }) {
  return (
    <Plot label={label} height={height}>
      {(width) => <Marks marks={barsMarks(bars, barsFrame(width, height))} />}
    </Plot>
  );
}

/** Busier hours are darker, and the busiest one shows its number. */
export function HourBars({ hours, label }: { hours: readonly number[]; label: string }) {
  return (
    <Plot label={label} height={HOURS_HEIGHT}>
      {(width) => <Marks marks={hoursMarks(hours, hoursFrame(width))} />}
    </Plot>
  );
}

/** Completions by their distance from the due time, in ten classes. */
export function DelayBars({ delays, label }: { delays: readonly number[]; label: string }) {
  return (
    <Plot label={label} height={DELAYS_HEIGHT}>
      {(width) => <Marks marks={delaysMarks(delays, width)} />}
    </Plot>
  );
}
