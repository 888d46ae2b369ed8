import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';

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
