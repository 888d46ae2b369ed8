import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { shownAsOf } from '../api/last-read/restored.ts';

const load = () => import('../api/last-read/in-browser.ts');

/** In milliseconds. The first screen comes first. */
const AFTER_MS = 2_000;

/**
 * Keeps what this person reads for the time without a connection. When the connection is lost, what this page does not have any more
 * is put back, so that the other screens show it.
 */
export function useLastReadKept(owner: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const keep = async () => (await load()).keepInBrowser(client, owner, signal);
    const restore = async () => (await load()).restoreFromBrowser(client);
    const timer = setTimeout(() => void keep().catch(() => undefined), AFTER_MS);
    window.addEventListener('offline', () => void restore().catch(() => undefined), { signal });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [client, owner]);
}

/** Puts back what was read last, once the server does not answer. True until that is done. */
export function useRestoring(isUnanswered: boolean): boolean {
  const client = useQueryClient();
  const [isDone, setDone] = useState(false);
  const isRestoring = isUnanswered && !isDone;
  useEffect(() => {
    if (!isRestoring) return;
    const done = () => setDone(true);
    load()
      .then(({ restoreFromBrowser }) => restoreFromBrowser(client))
      .then(done, done);
  }, [client, isRestoring]);
  return isRestoring;
}

/** When what the screen shows was known, in milliseconds of this browser's clock. Null: this page has read it itself. */
export function useShownAsOf(): number | null {
  const client = useQueryClient();
  return useSyncExternalStore(
    (notify) => client.getQueryCache().subscribe(notify),
    () => shownAsOf(client),
  );
}
