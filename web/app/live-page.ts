import type { QueryClient } from '@tanstack/react-query';
import type { LiveState } from '../api/live/connection.ts';
import { createLiveReads } from '../api/live/kinds.ts';
import { positionBeforeReads } from '../api/live/position.ts';
import { followLive } from '../api/live/tabs.ts';
import { isLeaving } from '../api/query-client.ts';
import { sessionKeys } from '../api/session.ts';
import { markListedTaskChanged } from '../tasks/changed-tasks.ts';

interface LivePageOptions {
  readonly client: QueryClient;
  /** The id of the signed-in person. */
  readonly owner: string;
  readonly onState: (state: LiveState) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** Browsers may keep a page that was left, to show it again, but only without a connection. */
export function followOnPage({ client, owner, onState, signal }: LivePageOptions): void {
  if (signal.aborted) return;
  const onChange = createLiveReads(client, (id) => markListedTaskChanged(client, id));
  // Who has just signed out or deleted the account on this page is still shown what came of it.
  const onSignedOut = () => void (isLeaving(client) || client.invalidateQueries({ queryKey: sessionKeys.all, exact: true }));
  const start = () => followLive({ owner, from: positionBeforeReads(client), onChange, onState, onSignedOut });
  let stop = start();
  signal.addEventListener('abort', () => stop());
  window.addEventListener('pagehide', () => stop(), { signal });
  window.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return;
      stop = start();
      onChange(null);
    },
    { signal },
  );
}
