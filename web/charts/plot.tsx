import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Pixels of a rem where the browser's text size is as usual (ui/styles/base.css). */
const REM_PX = 15;

interface Measured {
  /** The width of the element in units of the drawing. */
  readonly width: number;
  /** Pixels of a unit: 1, or more where the browser shows larger texts, so that the drawing grows with them. */
  readonly unit: number;
}

/** Measures an element, so that the text of a chart keeps its size. The width is `first` until it was measured. */
export function useWidth<T extends HTMLElement>(first: number): [RefObject<T | null>, Measured] {
  const element = useRef<T>(null);
  const [measured, setMeasured] = useState<Measured>({ width: first, unit: 1 });
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => {
      const unit = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / REM_PX;
      const width = Math.floor(node.getBoundingClientRect().width / unit);
      if (width > 0) setMeasured((before) => (before.width === width && before.unit === unit ? before : { width, unit }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  return [element, measured];
}

/** The style of a drawing of this size in units. `--unit` is for lengths in it that grow with the text already. */
export const drawnAt = (width: number, height: number, unit: number): CSSProperties =>
  ({ width: width * unit, height: height * unit, '--unit': unit }) as CSSProperties;

interface PlotProps {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  /** The height in units of the drawing, or a function that computes it from the width. */
  readonly height: number | ((width: number) => number);
  readonly className?: string;
  readonly children: (width: number) => ReactNode;
}

/** An SVG drawing as wide as its container, with a height that does not depend on its data. */
export function Plot({ label, height, className = 'chart', children }: PlotProps) {
  const [box, { width, unit }] = useWidth<HTMLDivElement>(360);
  const tall = typeof height === 'number' ? height : height(width);
  return (
    <div ref={box} className="plot" style={{ height: tall * unit }}>
      <svg className={className} viewBox={`0 0 ${width} ${tall}`} style={drawnAt(width, tall, unit)} role="img" aria-label={label}>
        {children(width)}
      </svg>
    </div>
  );
}

/** Ticks from 0 to at least `max`: round whole numbers, at most `most` of them. */
export function ticks(max: number, most = 4): number[] {
  const top = Math.max(1, max);
  for (let power = 1; ; power *= 10) {
    for (const step of [1, 2, 5].map((base) => base * power)) {
      if (top / step <= most) return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
    }
  }
}

/** A linear scale. A domain without length maps to the start of the range. */
export const linear =
  (domain: readonly [number, number], range: readonly [number, number]) =>
  (value: number): number =>
    domain[1] === domain[0] ? range[0] : range[0] + ((value - domain[0]) / (domain[1] - domain[0])) * (range[1] - range[0]);

/** The level of a day in the map of the year: 0 for no kept task, then 1, 2 to 3, 4 to 5, and 6 or more. */
export const heatLevel = (kept: number): 0 | 1 | 2 | 3 | 4 => (kept <= 0 ? 0 : kept === 1 ? 1 : kept <= 3 ? 2 : kept <= 5 ? 3 : 4);

/** The upper bounds of the classes of delays, in minutes (done minus due). The last class has none. */
const DELAY_BOUNDS = [-1_440, -360, -120, -30, 0, 30, 120, 360, 1_440] as const;
export const DELAY_LABELS = ['1 d', '6 h', '2 h', '30 m', 'due', '30 m', '2 h', '6 h', '1 d'] as const;
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

/** The number of delays (minutes, negative is early) in each of the ten classes. Done in the due minute is in time. */
export function delayClasses(delays: readonly number[]): number[] {
  const counts = DELAY_CLASSES.map(() => 0);
  for (const delay of delays) {
    const found = DELAY_BOUNDS.findIndex((bound) => delay <= bound);
    const index = found === -1 ? DELAY_BOUNDS.length : found;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** Stacks marks that are closer together than `gap`, at most `most` high. The last of a stack carries the number of the others. */
export function stacked(xs: readonly number[], gap = 22, most = 3): { x: number; level: number; more: number }[] {
  const piles: { x: number; size: number }[] = [];
  const placed: { x: number; level: number; more: number }[] = [];
  for (const x of xs) {
    const pile = piles.at(-1);
    if (!pile || x - pile.x >= gap) {
      piles.push({ x, size: 1 });
      placed.push({ x, level: 0, more: 0 });
    } else if (pile.size < most) {
      placed.push({ x: pile.x, level: pile.size, more: 0 });
      pile.size += 1;
    } else {
      placed.push({ x: pile.x, level: -1, more: 0 });
      const top = placed.findLast((mark) => mark.x === pile.x && mark.level === most - 1);
      if (top) top.more += 1;
    }
  }
  return placed;
}

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
