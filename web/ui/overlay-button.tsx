import { Slot } from 'radix-ui';
import { type HTMLAttributes, type ReactNode, type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from 'react';
import { type Late, useLate } from './late.ts';
import { sayNotLoaded } from './not-loaded.ts';

/** A menu or a popover, and the button that opens it. */
export interface Overlay {
  readonly button: RefObject<HTMLElement | null>;
  readonly buttonId: string;
  readonly contentId: string;
  readonly isOpen: boolean;
  /** Whether it has to be rendered. From then on it stays, because it closes with an animation and then gives the focus back. */
  readonly isNeeded: boolean;
  /** Renders it, still closed. */
  readonly prepare: () => void;
  readonly change: (open: boolean) => void;
}

interface Opening {
  /** Given if something else than the button opens and closes it, too. */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

export function useOverlay({ open, onOpenChange }: Opening): Overlay {
  const button = useRef<HTMLElement>(null);
  const id = useId();
  /** Null: nobody has come to the button yet. */
  const [own, setOwn] = useState<boolean | null>(null);
  const isOpen = open ?? own ?? false;
  const isNeeded = useRef(false);
  isNeeded.current ||= isOpen || own !== null;
  return {
    button,
    buttonId: `${id}button`,
    contentId: `${id}content`,
    isOpen,
    isNeeded: isNeeded.current,
    prepare: () => setOwn((known) => known ?? false),
    change(next) {
      setOwn(next);
      onOpenChange?.(next);
    },
  };
}

/** The parts of an overlay, once it is needed. If they cannot be loaded while it is open, it closes, and the person is told. */
export const useOverlayParts = <M,>(part: Late<M>, { isOpen, isNeeded, change }: Overlay): M | null =>
  useLate(part, isNeeded, () => {
    if (!isOpen) return;
    change(false);
    sayNotLoaded();
  });

interface OverlayButtonProps extends HTMLAttributes<HTMLElement> {
  readonly overlay: Overlay;
  readonly kind: 'menu' | 'dialog';
  /** One button. It must accept a ref. */
  readonly children: ReactNode;
}

/**
 * A button that opens a menu or a popover. The trigger of the library renders much more, also while nothing is open, and a row of a
 * list gets several of these buttons each time the pointer comes to it.
 */
export const OverlayButton = ({ overlay, kind, ...rest }: OverlayButtonProps) => (
  <Slot.Root
    ref={overlay.button}
    aria-haspopup={kind}
    aria-expanded={overlay.isOpen}
    aria-controls={overlay.isOpen ? overlay.contentId : undefined}
    data-state={overlay.isOpen ? 'open' : 'closed'}
    {...rest}
  />
);

/**
 * Renders nothing. As the only child of a trigger of the library it makes a button that is already on the page the one beside which
 * the overlay opens, and which gets the focus back.
 */
export function OnPage({ button, ref }: { readonly button: RefObject<HTMLElement | null>; readonly ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => button.current as HTMLElement, [button]);
  return null;
}
