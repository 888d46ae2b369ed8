import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';

/** The keys that move through the list or choose from it. */
const KEPT: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'Enter']);

/**
 * Keys that were pressed before there was a list to which they could apply. They are kept, and pressed again once the list is
 * complete. While the list is there but still grows, a press that moves through it or chooses means what is shown.
 */
export function useEarlyKeys(open: boolean) {
  const kept = useRef<string[]>([]);
  const field = useRef<EventTarget | null>(null);
  const state = useRef<'waiting' | 'moved' | 'ready'>('waiting');
  const wasOpen = useRef(open);
  if (open !== wasOpen.current) {
    wasOpen.current = open;
    kept.current = [];
    field.current = null;
    state.current = 'waiting';
  }
  return {
    /** Handles a key press in the palette. */
    take: (event: KeyboardEvent<HTMLElement>): void => {
      field.current = event.target;
      if (state.current !== 'waiting' || !event.nativeEvent.isTrusted || event.nativeEvent.isComposing || !KEPT.has(event.key)) return;
      if (kept.current.length === 0 && event.currentTarget.querySelector('[cmdk-item]')) {
        state.current = 'moved';
        return;
      }
      event.preventDefault();
      if (!event.repeat) kept.current.push(event.key);
    },
    /** Called when the list is complete. */
    replay: (): void => {
      // The rows are in the document in the next frame at the latest, and the first of them is selected.
      requestAnimationFrame(() => {
        if (state.current !== 'waiting') return;
        state.current = 'ready';
        // Each of them finds the row that the one before has selected.
        for (const key of ['Home', ...kept.current.splice(0)])
          flushSync(() => field.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
      });
    },
  };
}
