import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveState } from '../api/live/connection.ts';

/** A connection that is cut comes back at once as a rule. Only if this takes longer, in milliseconds, the person is told. */
const NOTICED_AFTER_MS = 5_000;
/** In milliseconds. The script of the connection is asked for again, if it could not be loaded. */
const AGAIN_AFTER_MS = 5_000;

/** Keeps what the screens show up to date while the page is open. The screen comes first, and the script for this after it. */
export function useLive(owner: string): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const begin = (): void =>
      void import('./live-page.ts').then(
        ({ followOnPage }) => followOnPage({ client, owner, onState: setState, signal }),
        () => signal.aborted || setTimeout(begin, AGAIN_AFTER_MS),
      );
    begin();
    return () => left.abort();
  }, [client, owner]);
  return state;
}

/** Whether the screens may be outdated for longer than a short interruption. */
export function useOutdated(state: LiveState): boolean {
  const isLive = state === 'live';
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => setOutdated(true), NOTICED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setOutdated(false);
    };
  }, [isLive]);
  return isOutdated;
}
