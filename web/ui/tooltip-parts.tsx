import { Tooltip as Base } from 'radix-ui';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { Kbd } from './badge.tsx';
import styles from './menu.module.css';

export interface TooltipProps {
  text: string;
  /** The keyboard shortcut that does the same. */
  keys?: readonly string[];
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Must accept a ref. */
  children: ReactNode;
}

/** In milliseconds. */
const DELAY_MS = 400;
/** Whoever goes on to the next element within this time has not to wait again. In milliseconds. */
const SKIP_DELAY_MS = 200;

let closedAt = Number.NEGATIVE_INFINITY;

const EVENTS = {
  pointermove: 'onPointerMove',
  pointerleave: 'onPointerLeave',
  pointerdown: 'onPointerDown',
  focus: 'onFocus',
  blur: 'onBlur',
  click: 'onClick',
} as const;
type Handlers = Partial<Record<(typeof EVENTS)[keyof typeof EVENTS], (event: Event) => void>>;

interface ListenerProps extends Handlers {
  readonly element: HTMLElement;
  readonly ref?: Ref<HTMLElement>;
  readonly 'aria-describedby'?: string | undefined;
}

/** Stands where Radix expects the described element as its child. Tells Radix what happens at the element, and the element what describes it. */
function Listener({ element, ref, 'aria-describedby': description, ...handlers }: ListenerProps) {
  useImperativeHandle(ref, () => element, [element]);
  const newest = useRef<Handlers>(handlers);
  newest.current = handlers;
  useEffect(() => {
    const left = new AbortController();
    for (const [event, name] of Object.entries(EVENTS))
      element.addEventListener(event, (one) => newest.current[name]?.(one), { signal: left.signal });
    // It had the focus before this came.
    if (element.matches(':focus-visible')) newest.current.onFocus?.(new FocusEvent('focus'));
    return () => left.abort();
  }, [element]);
  useEffect(() => {
    if (description === undefined) return;
    element.setAttribute('aria-describedby', description);
    return () => element.removeAttribute('aria-describedby');
  }, [element, description]);
  return null;
}

export const TooltipParts = ({ element, text, keys, side = 'bottom' }: Omit<TooltipProps, 'children'> & { element: HTMLElement }) => (
  <Base.Provider delayDuration={performance.now() - closedAt < SKIP_DELAY_MS ? 0 : DELAY_MS}>
    <Base.Root
      onOpenChange={(open) => {
        if (!open) closedAt = performance.now();
      }}
    >
      <Base.Trigger asChild>
        <Listener element={element} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Content side={side} sideOffset={6} collisionPadding={8} className={styles.tooltip}>
          {text}
          {keys?.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  </Base.Provider>
);
