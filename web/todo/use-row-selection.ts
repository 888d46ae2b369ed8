import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Selection } from '../tasks/selection.ts';

const LONG_PRESS_MS = 450;
/** A finger that moves further scrolls or swipes. */
const MOST_MOVED_PX = 10;

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-task]') : null;
const idIn = (target: EventTarget | null): string | null => rowOf(target)?.dataset.task ?? null;

/** A finger that rests on a grip is about to drag the row. */
const isOnGrip = (target: EventTarget): boolean => target instanceof Element && target.closest('[data-grip]') !== null;

interface Held {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly x: number;
  readonly y: number;
}

/**
 * Selects rows by Shift and a click, and by a long press on a touch screen. There a press selects further rows, until none is
 * selected any more. `order`: the ids of the rows of the page; `current`: the row with the focus or the open one.
 */
export function useRowSelection(selection: Selection, order: () => readonly string[], current: () => string | null) {
  const held = useRef<Held | null>(null);
  /** Whether the press that is ending was a long one. It must not open the task. */
  const wasLong = useRef(false);
  const byTouch = useRef(false);

  const release = () => {
    if (held.current) clearTimeout(held.current.timer);
    held.current = null;
  };
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };

  return {
    onPointerDownCapture(event: PointerEvent) {
      release();
      wasLong.current = false;
      byTouch.current = event.pointerType === 'touch';
      const id = idIn(event.target);
      if (!byTouch.current || !event.isPrimary || id === null || isOnGrip(event.target)) return;
      const select = () => {
        held.current = null;
        wasLong.current = true;
        selection.toggle(id);
        navigator.vibrate?.(10);
      };
      held.current = { timer: setTimeout(select, LONG_PRESS_MS), x: event.clientX, y: event.clientY };
    },
    onPointerMoveCapture(event: PointerEvent) {
      const from = held.current;
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > MOST_MOVED_PX) release();
    },
    onPointerUpCapture: release,
    onPointerCancelCapture: release,
    // The browser has a menu for a long press on a link.
    onContextMenuCapture: (event: MouseEvent) => {
      if (byTouch.current && idIn(event.target) !== null) stop(event);
    },
    // A browser may begin to drag the link after a long press, and would then take the next press for the end of that drag.
    onDragStartCapture: (event: MouseEvent) => {
      if (byTouch.current && idIn(event.target) !== null) stop(event);
    },
    // Otherwise Shift and a click would mark the text between two rows.
    onMouseDownCapture: (event: MouseEvent) => {
      if (event.shiftKey && idIn(event.target) !== null) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      const id = idIn(event.target);
      if (id === null) return;
      if (wasLong.current) {
        wasLong.current = false;
        return stop(event);
      }
      const isOnControl = event.target instanceof Element && event.target.closest('button, input') !== null;
      if (event.shiftKey && !isOnControl) {
        stop(event);
        selection.extendTo(id, order(), current() ?? id);
      } else if (byTouch.current && !isOnControl && selection.ids().size > 0) {
        stop(event);
        selection.toggle(id);
      }
    },
  };
}
