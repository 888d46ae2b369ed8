import { clsx } from 'clsx';
import { Popover as Base } from 'radix-ui';
import type { ReactNode } from 'react';

export interface PopoverProps {
  trigger: ReactNode;
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  /** Along the trigger's edge, in px. */
  shift?: number;
  className?: string;
  children: ReactNode;
}

/** A surface under its trigger that holds more than a menu; a sheet on the phone. */
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
