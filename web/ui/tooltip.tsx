import { Tooltip as Base } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './badge.tsx';

/** Wraps the whole application once. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Base.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </Base.Provider>
);

export interface TooltipProps {
  text: string;
  /** The keyboard shortcut that does the same. */
  keys?: readonly string[];
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** The element that the tooltip describes. It must accept a ref. */
  children: ReactNode;
}

export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger asChild>{children}</Base.Trigger>
      <Base.Portal>
        <Base.Content side={side} sideOffset={6} collisionPadding={8} className="tip">
          {text}
          {keys?.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
