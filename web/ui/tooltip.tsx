import { Slot } from 'radix-ui';
import { type PointerEvent, useState } from 'react';
import { late, useLate } from './late.ts';
import type { TooltipProps } from './tooltip-parts.tsx';

const PARTS = late(() => import('./tooltip-parts.tsx'));

/** Its script is loaded when the pointer or the focus first comes to such an element. */
export function Tooltip({ children, ...props }: TooltipProps) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  /** How often the pointer or the focus has come to the element. Each time the delay may be another one. */
  const [visits, setVisits] = useState(0);
  const parts = useLate(PARTS, visits > 0);
  const come = () => setVisits((before) => before + 1);
  return (
    <>
      <Slot.Root ref={setElement} onPointerEnter={(event: PointerEvent) => event.pointerType !== 'touch' && come()} onFocus={come}>
        {children}
      </Slot.Root>
      {parts && element && <parts.TooltipParts key={props.text} element={element} {...props} />}
    </>
  );
}
