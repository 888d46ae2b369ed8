import { type PointerEvent as ReactPointerEvent, useEffect, useRef } from 'react';

/** A mouse, and a finger on a grip, drags after moving by so many pixels, so that a press stays a press. */
const SLACK = 4;
/** A finger drags after resting for so long, because a finger that moves at once scrolls. In milliseconds. */
const REST_MS = 350;
const FINGER_SLACK = 10;
/** Near the upper and lower edge of the window the page scrolls by so many pixels in each frame. */
const EDGE = 48;
const SCROLL_STEP = 10;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Drag {
  /** Whether a finger drags as soon as it moves. The element needs `touch-action: none`. */
  readonly isAtOnce?: boolean;
  /** Called once, when the press has become a drag. */
  readonly onStart: (at: Point) => void;
  readonly onMove: (at: Point) => void;
  readonly onDrop: (at: Point) => void;
  readonly onCancel: () => void;
}

type Press = Pick<PointerEvent, 'pointerId' | 'pointerType' | 'clientX' | 'clientY' | 'button' | 'isPrimary'>;

/** Follows one press until it ends. Returns a function that ends the drag without a drop. */
function follow(press: Press, drag: Drag): () => void {
  const own = new AbortController();
  const { signal } = own;
  const isMouse = press.pointerType === 'mouse';
  let at: Point = { x: press.clientX, y: press.clientY };
  let isDragging = false;
  let frame = 0;

  const begin = () => {
    isDragging = true;
    document.getSelection()?.removeAllRanges();
    drag.onStart(at);
    scroll();
  };
  const end = () => {
    own.abort();
    clearTimeout(rest);
    cancelAnimationFrame(frame);
  };
  const cancel = () => {
    const was = isDragging;
    end();
    if (was) drag.onCancel();
  };
  const scroll = () => {
    const by = at.y < EDGE ? -SCROLL_STEP : at.y > window.innerHeight - EDGE ? SCROLL_STEP : 0;
    if (by !== 0) {
      window.scrollBy(0, by);
      drag.onMove(at);
    }
    frame = requestAnimationFrame(scroll);
  };
  const mustRest = !isMouse && !drag.isAtOnce;
  const rest = mustRest ? setTimeout(begin, REST_MS) : undefined;

  const listen = <K extends keyof DocumentEventMap>(name: K, run: (event: DocumentEventMap[K]) => void, options = {}) =>
    document.addEventListener(name, run, { signal, capture: true, ...options });
  listen('pointermove', (event) => {
    if (event.pointerId !== press.pointerId) return;
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY);
    at = { x: event.clientX, y: event.clientY };
    if (isDragging) drag.onMove(at);
    else if (mustRest && far > FINGER_SLACK) end();
    else if (!mustRest && far > SLACK) begin();
  });
  listen('pointerup', (event) => {
    if (event.pointerId !== press.pointerId) return;
    const was = isDragging;
    end();
    if (!was) return;
    stopClick();
    drag.onDrop(at);
  });
  listen('pointercancel', cancel);
  listen('keydown', (event) => {
    if (!isDragging || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    document.addEventListener('pointerup', stopClick, { capture: true, once: true });
    cancel();
  });
  // While a finger drags, it must neither scroll nor open the menu of the browser.
  listen('touchmove', (event) => isDragging && event.preventDefault(), { passive: false });
  listen('contextmenu', (event) => (isDragging || !isMouse) && event.preventDefault());
  listen('dragstart', (event) => event.preventDefault());
  return cancel;
}

/** The end of a drag is a click for the browser, which would open what was dragged. */
function stopClick(): void {
  const own = new AbortController();
  document.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      own.abort();
    },
    { capture: true, signal: own.signal },
  );
  setTimeout(() => own.abort(), 50);
}

/** Returns a function that begins to follow a press. If the component goes away, the drag ends without a drop. */
export function usePointerDrag() {
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => {
    // Browsers ask at the beginning of a touch whether anything may keep it from scrolling.
    const mayStop = () => undefined;
    document.addEventListener('touchmove', mayStop, { passive: false });
    return () => {
      document.removeEventListener('touchmove', mayStop);
      stop.current?.();
    };
  }, []);
  return (press: Press | ReactPointerEvent, drag: Drag): void => {
    if (press.button !== 0 || !press.isPrimary) return;
    stop.current?.();
    stop.current = follow(press, drag);
  };
}
