/**
 * The server's clock as this page knows it. The clock of a browser may be wrong, and in development the
 * server's clock can be moved. Every answer that states when it was made corrects the difference.
 */
let offset = 0;
const listeners = new Set<() => void>();

/** The server's time in milliseconds since the epoch. */
export const serverNow = (): number => Date.now() + offset;

/** Sets the clock by the server's time (RFC 3339). Differences under two seconds are ignored: they come from the network. */
export function correctClock(instant: string): void {
  const difference = Date.parse(instant) - Date.now();
  if (!Number.isFinite(difference) || Math.abs(difference - offset) < 2_000) return;
  offset = difference;
  for (const notify of listeners) notify();
}

/** Calls `notify` whenever the clock was corrected by more than two seconds. Gives a function that stops that. */
export function onCorrection(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
