/**
 * The server's clock as this page knows it. A browser's own clock may be wrong, and in development the
 * server's can be moved; every answer that says when it was made corrects the difference.
 */
let offset = 0;
const listeners = new Set<() => void>();

/** Milliseconds since the epoch, by the server's clock. */
export const serverNow = (): number => Date.now() + offset;

/** `instant`: RFC 3339, the server's now. Differences under two seconds are the way, not the clock. */
export function correctClock(instant: string): void {
  const difference = Date.parse(instant) - Date.now();
  if (!Number.isFinite(difference) || Math.abs(difference - offset) < 2_000) return;
  offset = difference;
  for (const notify of listeners) notify();
}

/** Calls back when the clock was corrected by more than two seconds; gives the way to stop. */
export function onCorrection(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
