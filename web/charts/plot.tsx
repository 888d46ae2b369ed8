import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { AxisFrame } from '../../src/contracts/charts/axis.ts';
import type { BarsFrame, HoursFrame } from '../../src/contracts/charts/bars.ts';
import type { WeeksFrame } from '../../src/contracts/charts/weeks.ts';
import type { YearFrame } from '../../src/contracts/charts/year.ts';
import { shortHour } from '../../src/contracts/words/format.ts';
import marksStyles from './marks.module.css';
import styles from './plot.module.css';

/** Pixels of a rem at the browser's default text size (ui/styles/base.css). */
const REM_PX = 15;

interface Measured {
  /** In units of the drawing. */
  readonly width: number;
  /** Pixels of a unit. It is 1, or more if the browser shows larger texts, so that the drawing grows with them. */
  readonly unit: number;
}

/**
 * Measures an element, so that the text of a chart keeps its size when its width changes. Before the first measurement the
 * width is `first`.
 */
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

/** Width and height are in units. Use `--unit` for lengths inside that already grow with the text. */
export const drawnAt = (width: number, height: number, unit: number): CSSProperties =>
  ({ width: width * unit, height: height * unit, '--unit': unit }) as CSSProperties;

interface PlotProps {
  /** A description for screen readers. */
  readonly label: string;
  /** The height in units, or a function that computes it from the width. */
  readonly height: number | ((width: number) => number);
  readonly className?: string;
  readonly children: (width: number) => ReactNode;
}

/** As wide as its container. The height does not depend on the data. */
export function Plot({ label, height, className = marksStyles.drawing, children }: PlotProps) {
  const [box, { width, unit }] = useWidth<HTMLDivElement>(360);
  const tall = typeof height === 'number' ? height : height(width);
  return (
    <div ref={box} className={styles.container} style={{ height: tall * unit }}>
      <svg className={className} viewBox={`0 0 ${width} ${tall}`} style={drawnAt(width, tall, unit)} role="img" aria-label={label}>
        {children(width)}
      </svg>
    </div>
  );
}

/** On screens the axis numbers of every chart have the same width, so that charts below each other align. */
const axisFrame = (width: number, place: Pick<AxisFrame, 'left' | 'base' | 'top'>): AxisFrame => ({
  ...place,
  width,
  least: 4,
  lineAt: (y) => Math.round(y) + 0.5,
  numberAt: (y) => y + 4,
  numberGap: 8,
});

export const barsFrame = (width: number, height: number): BarsFrame => ({
  ...axisFrame(width, { left: 28, base: height - 22, top: 8 }),
  share: 0.52,
  widest: 32,
  columnAt: Math.round,
  middleOf: 'place',
  labelY: height - 4,
  crossArm,
});

/** A cross that would be too small to see is left out; the colour and the table contain the same information. */
function crossArm(height: number): number {
  const arm = Math.min(4, height / 2 - 2);
  return arm > 1.5 ? arm : 0;
}

export const WEEKS_HEIGHT = 160;
const WEEKS_LEFT = 30;

export const weeksFrame = (width: number): WeeksFrame => ({
  ...axisFrame(width, { left: WEEKS_LEFT, base: WEEKS_HEIGHT - 24, top: 14 }),
  first: WEEKS_LEFT + 6,
  last: width - 8,
  labelY: WEEKS_HEIGHT - 4,
  labelEvery: (count) => Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / 80)))),
  radius: 3.5,
  pointed: true,
});

export const HOURS_HEIGHT = 140;

export const hoursFrame = (width: number): HoursFrame => ({
  width,
  base: HOURS_HEIGHT - 20,
  top: 18,
  labelY: HOURS_HEIGHT - 4,
  numberGap: 6,
  busyFrom: (hours) => Math.max(1, ...hours) * 0.6,
  hourName: shortHour,
  numbered: 'first',
});

export const YEAR_LEFT = 30;

export const yearFrame = (pitch: number): YearFrame => ({
  left: YEAR_LEFT,
  top: 18,
  pitch,
  size: Math.floor(pitch * 0.82),
  arm: 0.25,
  monthY: 11,
  weekdayDrop: 4,
});
