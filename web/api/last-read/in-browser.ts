import type { QueryClient } from '@tanstack/react-query';
import { keepLastRead } from './keep.ts';
import { restoreLastRead } from './restore.ts';
import { browserStorage } from './storage.ts';

// Both are loaded together, when the browser is idle, so that they are there when the connection is gone.

/** Keeps what this person reads until `signal` aborts. Does nothing where the browser has no storage or no cryptography. */
export async function keepInBrowser(client: QueryClient, owner: string, signal: AbortSignal): Promise<void> {
  const storage = browserStorage();
  if (storage) await keepLastRead(client, owner, storage, signal);
}

/** Puts back what was read last. False: nothing is kept. Never rejects. */
export async function restoreFromBrowser(client: QueryClient): Promise<boolean> {
  const storage = browserStorage();
  return storage !== null && (await restoreLastRead(client, storage).catch(() => false));
}
