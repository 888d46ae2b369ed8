import { useRef } from 'react';

/**
 * What had the focus when an overlay opened has it again when the overlay has gone, if it is still there; else the
 * screen's matter has it. Radix gives it to a trigger of its own alone. Who took the focus meanwhile keeps it.
 * Returns what to do at `onCloseAutoFocus`.
 */
export function useRestoreFocus(open: boolean): (event: Event) => void {
  const was = useRef(false);
  const before = useRef<Element | null>(null);
  if (open !== was.current) {
    was.current = open;
    if (open) before.current = document.activeElement;
  }
  return (event) => {
    event.preventDefault();
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body) return;
    const there = before.current?.isConnected && before.current !== body ? before.current : document.getElementById('main');
    if (there instanceof HTMLElement) there.focus({ preventScroll: true });
  };
}
