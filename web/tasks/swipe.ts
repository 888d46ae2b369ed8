import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** What a swipe does. Null: nothing in this direction. */
export interface SwipeActs {
  readonly right: (() => void) | null;
  readonly left: (() => void) | null;
}

/** A finger that moves less than this, in pixels, presses. */
const BEGINS = 12;
/** A shorter swipe does nothing when the finger is lifted. */
const ENOUGH = 88;
/** Where nothing can be done, the row follows the finger only a little. */
const RESISTANCE = 8;

interface Begun {
  readonly x: number;
  readonly y: number;
}

/**
 * Follows a finger that moves sideways across a row. The row needs `touch-action: pan-y`, so that the browser still scrolls up
 * and down itself. `by` is the way in pixels, positive to the right; 0: there is no swipe.
 */
export function useSwipe({ right, left }: SwipeActs) {
  const [by, setBy] = useState(0);
  const begun = useRef<Begun | null>(null);
  const isSwipe = useRef(false);

  function end(): void {
    begun.current = null;
    setBy(0);
  }
  const handlers = {
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      isSwipe.current = false;
      begun.current = pointerType === 'touch' && isPrimary ? { x, y } : null;
    },
    onPointerMove({ clientX, clientY, currentTarget, pointerId }: PointerEvent) {
      if (!begun.current) return;
      const [x, y] = [clientX - begun.current.x, clientY - begun.current.y];
      if (!isSwipe.current) {
        if (Math.max(Math.abs(x), Math.abs(y)) < BEGINS) return;
        if (Math.abs(y) > Math.abs(x)) return end();
        isSwipe.current = true;
        currentTarget.setPointerCapture(pointerId);
      }
      setBy((x > 0 ? right : left) ? x : x / RESISTANCE);
    },
    onPointerUp({ clientX }: PointerEvent) {
      const way = begun.current && isSwipe.current ? clientX - begun.current.x : 0;
      end();
      if (way >= ENOUGH) right?.();
      else if (way <= -ENOUGH) left?.();
    },
    onPointerCancel: end,
    /** The end of a swipe is no press on the row. */
    onClickCapture(event: MouseEvent) {
      if (!isSwipe.current) return;
      isSwipe.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return { by, isEnough: Math.abs(by) >= ENOUGH, handlers };
}
