import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveState } from '../api/live/connection.ts';
import { createLiveReads } from '../api/live/kinds.ts';
import { positionBeforeReads } from '../api/live/position.ts';
import { followLive } from '../api/live/tabs.ts';
import { isLeaving } from '../api/query-client.ts';
import { sessionKeys } from '../api/session.ts';
import { markListedTaskChanged } from '../tasks/changed-tasks.ts';

/** A connection that is cut comes back at once as a rule. Only if this takes longer, in milliseconds, the person is told. */
const NOTICED_AFTER_MS = 5_000;

/**
 * Keeps what the screens show up to date while the page is open. Browsers may keep a page that was left, to show it again, but
 * only without a connection.
 */
export function useLive(owner: string): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    const onChange = createLiveReads(client, (id) => markListedTaskChanged(client, id));
    // Who has just signed out or deleted the account on this page is still shown what came of it.
    const onSignedOut = () => void (isLeaving(client) || client.invalidateQueries({ queryKey: sessionKeys.all, exact: true }));
    const start = () => followLive({ owner, from: positionBeforeReads(client), onChange, onState: setState, onSignedOut });
    let stop = start();
    const left = new AbortController();
    window.addEventListener('pagehide', () => stop(), { signal: left.signal });
    window.addEventListener(
      'pageshow',
      ({ persisted }) => {
        if (!persisted) return;
        stop = start();
        onChange(null);
      },
      { signal: left.signal },
    );
    return () => {
      left.abort();
      stop();
    };
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
