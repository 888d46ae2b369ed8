/**
 * The difference to the server's clock in milliseconds. The clock of a browser may be wrong, and in development the server's
 * clock can be moved. Every answer that contains the time of its creation corrects the difference.
 */
let offset = 0;
const listeners = new Set<() => void>();

/** Milliseconds since the epoch. */
export const serverNow = (): number => Date.now() + offset;

/** `instant`: the server's time. Differences under two seconds are ignored, because the network causes them. */
export function correctClock(instant: string): void {
  const difference = Date.parse(instant) - Date.now();
  if (!Number.isFinite(difference) || Math.abs(difference - offset) < 2_000) return;
  offset = difference;
  for (const notify of listeners) notify();
}

/** Calls `notify` after each correction of more than two seconds. Returns a function that unsubscribes. */
export function onCorrection(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
