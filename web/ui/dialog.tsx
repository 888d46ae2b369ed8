import { useRef } from 'react';
import type { BareDialogProps, DialogProps, PanelProps } from './dialog-parts.tsx';
import { late, useLate } from './late.ts';
import { sayNotLoaded } from './not-loaded.ts';

// A dialog is seen only once somebody has asked for it.
const PARTS = late(() => import('./dialog-parts.tsx'));
export const loadDialogs = PARTS.load;

/** A task that was moved to another day has a new row. The removed row still knows its task. */
function newRowOf(element: Element | null): HTMLElement | null {
  const id = element?.closest('[data-task]')?.getAttribute('data-task');
  return id ? document.querySelector<HTMLElement>(`main [data-task="${CSS.escape(id)}"] a`) : null;
}

/**
 * Restores the focus when an overlay closes. The element that had the focus before gets it back; if it no longer exists, the
 * new row of its task or the main content gets it. Radix does this only for its own triggers. If another element has taken the focus in the meantime, it
 * keeps it. Returns the handler for `onCloseAutoFocus`.
 */
export function useRestoreFocus(open: boolean, origin?: Element | null): (event: Event) => void {
  const was = useRef(false);
  const before = useRef<Element | null>(null);
  if (open !== was.current) {
    was.current = open;
    if (open) before.current = origin ?? document.activeElement;
  }
  return (event) => {
    event.preventDefault();
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return;
    const there =
      before.current?.isConnected && before.current !== body
        ? before.current
        : (newRowOf(before.current) ?? document.getElementById('main'));
    if (there instanceof HTMLElement) there.focus({ preventScroll: true });
  };
}

/** The parts from the first opening on, so that an overlay is still there while it closes. If they cannot be loaded, it is closed again. */
function useParts(open: boolean, close: () => void) {
  const wasOpened = useRef(false);
  wasOpened.current ||= open;
  return useLate(PARTS, wasOpened.current, () => {
    wasOpened.current = false;
    close();
    sayNotLoaded();
  });
}

/** In the middle of the window, or at the bottom on a phone. Escape and a press outside close it. */
export function Dialog(props: DialogProps) {
  const restore = useRestoreFocus(props.open);
  const parts = useParts(props.open, () => props.onOpenChange(false));
  return parts && <parts.DialogParts {...props} restore={restore} />;
}

/** A dialog near the top of the window that shows nothing but its content, and is open from the start. The content takes the focus itself. */
export function BareDialog({ before, ...props }: BareDialogProps) {
  const restore = useRestoreFocus(true, before);
  const parts = useParts(true, props.onClose);
  return parts && <parts.BareDialogParts {...props} restore={restore} />;
}

/** A panel at a side of the window: for the side bar, for a task on a phone, and for a routine. */
export function Panel(props: PanelProps) {
  const restore = useRestoreFocus(props.open);
  const parts = useParts(props.open, () => props.onOpenChange(false));
  return parts && <parts.PanelParts {...props} restore={restore} />;
}
