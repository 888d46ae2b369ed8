import { linear } from '../../src/contracts/charts/axis.ts';
import { type Bar, barsMarks, baseLine, hoursMarks } from '../../src/contracts/charts/bars.ts';
import { lines, type Mark, rect, text } from '../../src/contracts/charts/marks.ts';
import { Marks } from './marks.tsx';
import { barsFrame, HOURS_HEIGHT, hoursFrame, Plot } from './plot.tsx';

/** Upper bounds in minutes (done minus due). The last class has no bound. */
const DELAY_BOUNDS = [-1_440, -360, -120, -30, 0, 30, 120, 360, 1_440] as const;
const DELAY_LABELS = ['1 d', '6 h', '2 h', '30 m', 'due', '30 m', '2 h', '6 h', '1 d'] as const;
export const DELAY_CLASSES = [
  'a day early or more',
  '6 to 24 hours early',
  '2 to 6 hours early',
  '30 minutes to 2 hours early',
  'in the last 30 minutes',
  'up to 30 minutes late',
  '30 minutes to 2 hours late',
  '2 to 6 hours late',
  '6 to 24 hours late',
  'over a day late',
] as const;
const EARLY_CLASSES = 5;

/** Counts delays (minutes, negative is early) in ten classes. A task that is done in its due minute is on time. */
export function delayClasses(delays: readonly number[]): number[] {
  const counts = DELAY_CLASSES.map(() => 0);
  for (const delay of delays) {
    const found = DELAY_BOUNDS.findIndex((bound) => delay <= bound);
    const index = found === -1 ? DELAY_BOUNDS.length : found;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

const DELAYS_HEIGHT = 140;
const BASE = DELAYS_HEIGHT - 22;

/** One column for each class, with a line between early and late. Only screens have this chart; mails and PDFs do not. */
export function delaysMarks(delays: readonly number[], width: number): readonly Mark[] {
  const counts = delayClasses(delays);
  const y = linear(Math.max(1, ...counts), [BASE, 18]);
  const step = width / counts.length;
  const columns = counts.flatMap((count, index) => {
    if (count === 0) return [];
    const look = index < EARLY_CLASSES ? 'kept' : 'late';
    return [
      rect(look, index * step + 2, y(count), step - 4, BASE - y(count)),
      text('count', (index + 0.5) * step, y(count) - 5, String(count), 'middle'),
    ];
  });
  const labels = DELAY_LABELS.map((name, index) =>
    text(name === 'due' ? 'now-label' : 'label', (index + 1) * step, DELAYS_HEIGHT - 4, name, 'middle'),
  );
  const due = lines('now-line', [
    [width / 2, 4],
    [width / 2, BASE + 5],
  ]);
  return [...columns, baseLine({ width, base: BASE }), due, ...labels];
}

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
