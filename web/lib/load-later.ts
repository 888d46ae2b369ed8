import { useEffect } from 'react';

/** In milliseconds. Somebody who only reads loads the rest after this, so that it is there when the connection is lost. */
const AFTER_MS = 10_000;

/** What a person does first, on any device. A field may take the focus by itself, so that is none of these. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const;

const waiting = new Set<() => void>();
let isUsed = false;

function begin(): void {
  isUsed = true;
  for (const sign of SIGNS) window.removeEventListener(sign, begin, true);
  for (const load of waiting) load();
  waiting.clear();
}

/**
 * Loads a script that this screen does not need yet, as soon as the person does anything on the page, or after ten seconds: until then
 * it would only make the screen itself come later. From then on what it contains opens at once, and without a connection. Returns
 * what cancels it.
 */
export function loadLater(load: () => void): () => void {
  if (isUsed) {
    load();
    return () => undefined;
  }
  if (waiting.size === 0) for (const sign of SIGNS) window.addEventListener(sign, begin, { capture: true, passive: true });
  const once = (): void => {
    stop();
    load();
  };
  const timer = setTimeout(once, AFTER_MS);
  const stop = (): void => {
    clearTimeout(timer);
    waiting.delete(once);
  };
  waiting.add(once);
  return stop;
}

/** The same for as long as the component is shown. If it fails, the script is loaded again when it is needed. `load` is the same function at each render. */
export function useLoadLater(load: () => Promise<unknown>): void {
  useEffect(() => loadLater(() => void load().catch(() => undefined)), [load]);
}
