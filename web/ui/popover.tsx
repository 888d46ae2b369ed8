import { clsx } from 'clsx';
import { Popover as Base } from 'radix-ui';
import type { ReactNode } from 'react';

export interface PopoverProps {
  trigger: ReactNode;
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  /** The offset along the edge of the trigger, in px. */
  shift?: number;
  className?: string;
  children: ReactNode;
}

/** A popover below its trigger for content that is not a menu, or a sheet at the bottom on a phone. */
export function Popover({ trigger, label, open, onOpenChange, align = 'end', shift = 0, className, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger asChild>{trigger}</Base.Trigger>
      <Base.Portal>
        <Base.Content
          aria-label={label}
          align={align}
          alignOffset={shift}
          sideOffset={6}
          collisionPadding={8}
          className={clsx('pop popover', className)}
        >
          {children}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
