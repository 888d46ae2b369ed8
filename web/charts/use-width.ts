import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in px, so that the text of a chart keeps its size. It is `first` until it was measured. */
export function useWidth<T extends HTMLElement>(first: number): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return;
    const measure = () => {
      const now = Math.floor(node.getBoundingClientRect().width);
      if (now > 0) setWidth(now);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    return () => watch.disconnect();
  }, []);
  return [element, width];
}
