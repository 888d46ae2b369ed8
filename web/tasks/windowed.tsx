import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type HTMLAttributes, type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { sameItems, useKept } from '../lib/kept.ts';

/** A list with no more items is rendered whole, so that the browser's own search finds everything in it. */
const WHOLE = 100;
/** How many rows above and below the window are rendered. */
const ROWS_AROUND = 12;
/** The height of a row on a wide and on a narrow screen, in pixels, until it is measured. */
export const rowHeight = (narrow: boolean): number => (narrow ? 64 : 41);

interface WindowedProps extends Omit<HTMLAttributes<HTMLElement>, 'className' | 'children'> {
  readonly as: 'ol' | 'div';
  readonly className?: string | undefined;
  /** The keys of the items, which are different from each other. */
  readonly ids: readonly string[];
  /** How many rows there are in all items. Absent: each item is one row. */
  readonly rows?: number;
  /** The height of an item that was not rendered yet, in pixels. */
  readonly height: (index: number) => number;
  /** How many items above and below the window are rendered. */
  readonly around?: number;
  /** The keys of the items that are always rendered: the open one, and the one with the focus. */
  readonly always: () => readonly string[];
  /** One element. */
  readonly item: (index: number, isWindowed: boolean) => ReactNode;
}

/** A list of which only the items in the window are rendered. Empty elements have the height of the others. */
export function Windowed({
  as: Tag,
  className,
  ids: given,
  rows = given.length,
  height,
  around = ROWS_AROUND,
  always,
  item,
  ...handlers
}: WindowedProps) {
  const list = useRef<HTMLElement | null>(null);
  const ids = useKept(given, sameItems);
  // A list that scrolling brings begins at the edge of the window. Its place is measured before it is painted.
  const [top, setTop] = useState(() => window.scrollY);
  const isWindowed = rows > WHOLE;
  // With another function all places are computed anew.
  const keyAt = useCallback((index: number) => ids[index] ?? index, [ids]);
  const virtual = useWindowVirtualizer({
    count: ids.length,
    enabled: isWindowed,
    useFlushSync: false,
    estimateSize: height,
    getItemKey: keyAt,
    overscan: around,
    scrollMargin: top,
    // Before the window is measured.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const shown = new Set<number>();
      for (let at = Math.max(0, startIndex - overscan); at <= Math.min(count - 1, endIndex + overscan); at += 1) shown.add(at);
      for (const id of always()) {
        const at = ids.indexOf(id);
        if (at !== -1) shown.add(at);
      }
      return [...shown].sort((a, b) => a - b);
    },
  });
  // The browser keeps what is in the window at its place while heights become known.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  const shown = isWindowed ? virtual.getVirtualItems() : [];
  const measure = () => {
    const element = list.current;
    if (!isWindowed || !element) return;
    const from = Math.round(element.getBoundingClientRect().top + window.scrollY);
    if (from !== top) setTop(from);
    const elements = [...element.children].filter((child) => !child.hasAttribute('data-gap'));
    shown.forEach(({ index, size }, at) => {
      const real = elements[at]?.getBoundingClientRect().height ?? 0;
      if (real > 0 && Math.abs(real - size) >= 0.5) virtual.resizeItem(index, real);
    });
  };
  useMeasured(list, isWindowed, measure);
  const set = (element: HTMLElement | null) => {
    list.current = element;
  };
  if (!isWindowed) {
    return (
      <Tag className={className} ref={set} {...handlers}>
        {ids.map((id, index) => (
          <Fragment key={id}>{item(index, false)}</Fragment>
        ))}
      </Tag>
    );
  }
  let end = top;
  return (
    <Tag className={className} ref={set} {...handlers}>
      {shown.map(({ index, key, start, end: next }) => {
        const gap = start - end;
        end = next;
        return (
          <Fragment key={String(key)}>
            {gap > 0 && <Gap as={Tag} height={gap} />}
            {item(index, true)}
          </Fragment>
        );
      })}
      {virtual.getTotalSize() + top - end > 0 && <Gap as={Tag} height={virtual.getTotalSize() + top - end} />}
    </Tag>
  );
}

/**
 * Calls `measure` when the list is new, and whenever the browser has laid out the page after a rendering. To measure in each
 * rendering would make it lay out the page once more, each time.
 */
function useMeasured(list: RefObject<HTMLElement | null>, isWindowed: boolean, measure: () => void): void {
  const latest = useRef(measure);
  const observer = useRef<ResizeObserver>(null);
  useLayoutEffect(() => {
    latest.current = measure;
    const element = list.current;
    if (!isWindowed || !element) return;
    // It reports an element that it begins to observe, whether its size has changed or not.
    observer.current?.disconnect();
    observer.current?.observe(element);
  });
  useLayoutEffect(() => {
    if (!isWindowed || !list.current) return;
    latest.current();
    observer.current = new ResizeObserver(() => latest.current());
    observer.current.observe(list.current);
    return () => observer.current?.disconnect();
  }, [list, isWindowed]);
}

const Gap = ({ as, height }: { as: 'ol' | 'div'; height: number }) => {
  const style = { height };
  return as === 'ol' ? <li data-gap="" aria-hidden="true" style={style} /> : <div data-gap="" style={style} />;
};
