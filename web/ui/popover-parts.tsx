import { clsx } from 'clsx';
import { Popover as Base } from 'radix-ui';
import type { ReactNode } from 'react';
import { ClosesByBack } from './closes-by-back.tsx';
import styles from './menu.module.css';
import { OnPage, type Overlay } from './overlay-button.tsx';

export interface PopoverProps {
  trigger: ReactNode;
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  /** Pixels along the edge of the trigger. */
  shift?: number;
  className?: string | undefined;
  /** Overrides where the focus goes when it closes. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

type PopoverBesideProps = Omit<PopoverProps, 'trigger' | 'open' | 'onOpenChange'> & { readonly overlay: Overlay };

export const PopoverBeside = ({ overlay, label, align = 'end', shift = 0, className, onCloseAutoFocus, children }: PopoverBesideProps) => (
  <Base.Root open={overlay.isOpen} onOpenChange={overlay.change}>
    <Base.Trigger asChild>
      <OnPage button={overlay.button} />
    </Base.Trigger>
    <Base.Portal>
      <Base.Content
        id={overlay.contentId}
        aria-label={label}
        align={align}
        alignOffset={shift}
        sideOffset={6}
        collisionPadding={8}
        {...(onCloseAutoFocus && { onCloseAutoFocus })}
        className={clsx(styles.floating, styles.popover, className)}
      >
        <ClosesByBack />
        {children}
      </Base.Content>
    </Base.Portal>
  </Base.Root>
);
