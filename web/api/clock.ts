/**
 * The server's clock as this page knows it. A browser's own clock may be wrong, and in development the
 * server's can be moved; every answer that says when it was made corrects the difference.
 */
let ahead = 0;
const heard = new Set<() => void>();

/** Milliseconds since the epoch, by the server's clock. */
export const serverNow = (): number => Date.now() + ahead;

/** `instant`: RFC 3339, the server's now. Differences under two seconds are the way, not the clock. */
export function learnNow(instant: string): void {
  const difference = Date.parse(instant) - Date.now();
  if (!Number.isFinite(difference) || Math.abs(difference - ahead) < 2_000) return;
  ahead = difference;
  for (const tell of heard) tell();
}

/** Calls back when the clock was corrected by more than two seconds; gives the way to stop. */
export function onCorrection(tell: () => void): () => void {
  heard.add(tell);
  return () => heard.delete(tell);
}
