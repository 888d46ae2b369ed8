import { Tooltip as Base } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './badge.tsx';

/** Once, around the application. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Base.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </Base.Provider>
);

export interface TooltipProps {
  text: string;
  /** The keys that do the same. */
  keys?: readonly string[];
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** The thing it is about; takes a ref. */
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
