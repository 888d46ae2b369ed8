import { WORKER } from './push.ts';

/** In milliseconds. The first screen, and what it loads later by itself, come before the files of the others. */
const AFTER_MS = 5_000;

/** Lets the browser store the program, so that it opens without a connection. Never rejects. */
export function storeProgram(signal: AbortSignal): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A browser that does not allow it, or whose storage is full, opens the program with a connection only.
  const store = () => void navigator.serviceWorker.register(WORKER).catch(() => undefined);
  const timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(store) : store()), AFTER_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}
