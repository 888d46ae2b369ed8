import { clsx } from 'clsx';
import { Popover as BasePopover, Tooltip as BaseTooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './badge.tsx';
import { ClosesByBack } from './closes-by-back.tsx';
import styles from './menu.module.css';
import { OnPage, type Overlay, OverlayButton, useOverlay } from './overlay-button.tsx';

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

/** For content that is not a menu. On a phone it is a sheet at the bottom. */
export function Popover({ trigger, open, onOpenChange, ...content }: PopoverProps) {
  const overlay = useOverlay({ open, onOpenChange });
  return (
    <>
      <OverlayButton overlay={overlay} kind="dialog" onClick={() => overlay.change(!overlay.isOpen)}>
        {trigger}
      </OverlayButton>
      {overlay.isNeeded && <PopoverBeside overlay={overlay} {...content} />}
    </>
  );
}

function PopoverBeside({
  overlay,
  label,
  align = 'end',
  shift = 0,
  className,
  onCloseAutoFocus,
  children,
}: Omit<PopoverProps, 'trigger' | 'open' | 'onOpenChange'> & { overlay: Overlay }) {
  return (
    <BasePopover.Root open={overlay.isOpen} onOpenChange={overlay.change}>
      <BasePopover.Trigger asChild>
        <OnPage button={overlay.button} />
      </BasePopover.Trigger>
      <BasePopover.Portal>
        <BasePopover.Content
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
        </BasePopover.Content>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}

/** Render it once, around the whole application. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <BaseTooltip.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </BaseTooltip.Provider>
);

export interface TooltipProps {
  text: string;
  /** The keyboard shortcut that does the same. */
  keys?: readonly string[];
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Must accept a ref. */
  children: ReactNode;
}

export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger asChild>{children}</BaseTooltip.Trigger>
      <BaseTooltip.Portal>
        <BaseTooltip.Content side={side} sideOffset={6} collisionPadding={8} className={styles.tooltip}>
          {text}
          {keys?.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </BaseTooltip.Content>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
