import { useEffect } from 'react';

/** In milliseconds. A screen that is slower than this loads nothing else before it is complete. */
const AFTER_MS = 1_500;

/**
 * Loads a script that this screen does not need yet, so that what it contains also opens at once, and without a connection. If
 * that fails, the script is loaded again when it is needed. `load` is the same function at each render.
 */
export function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), AFTER_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
