import { useRef } from 'react';

/**
 * Gives the focus back when an overlay closes: to the element that had it when the overlay opened, if that is still there,
 * else to the main content. Radix only does this for triggers of its own. An element that took the focus meanwhile keeps it.
 * Returns the handler for `onCloseAutoFocus`.
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
