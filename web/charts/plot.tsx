import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
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
