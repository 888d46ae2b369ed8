import { type Ending, type LiveChange, readChanges } from './stream.ts';

/** `lost`: the screen may be outdated. `full`: likewise, because the owner has too many connections. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'full';

const FIRST_WAIT_MS = 1_000;
const MOST_WAIT_MS = 30_000;

/**
 * How long to wait before the next try, in milliseconds. It grows with the number of failures, and is random, because
 * otherwise all clients would come back at the same moment after a restart of the server.
 */
export function pauseAfter({ waitMs }: Pick<Ending, 'waitMs'>, failures: number, random = Math.random): number {
  const most = Math.min(FIRST_WAIT_MS * 2 ** failures, MOST_WAIT_MS);
  return waitMs + (failures === 0 ? most * random() : (most * (1 + random())) / 2);
}

export interface ConnectionOptions {
  readonly signal: AbortSignal;
  /** The id of the last change that is known. Null: none is. */
  readonly lastId: () => string | null;
  readonly onChange: (change: LiveChange) => void;
  readonly onState: (state: LiveState) => void;
  /** The server says that the session has ended. */
  readonly onSignedOut: () => void;
}

const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false;

/** Resolves after `ms`, and at once when the page is shown or online again, or when `signal` aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = isOffline() ? undefined : setTimeout(end, ms);
    const { signal: until } = over;
    signal.addEventListener('abort', end, { signal: until });
    if (typeof window === 'undefined') return;
    window.addEventListener('online', end, { signal: until });
    window.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && !isOffline() && end(), { signal: until });
  });
}

/** Aborts when the browser leaves or changes its network, because a connection may not notice that. */
function networkSignal(): { readonly signal: AbortSignal; readonly stop: () => void } {
  const changed = new AbortController();
  const stop = new AbortController();
  if (typeof window !== 'undefined')
    for (const name of ['offline', 'online']) window.addEventListener(name, () => changed.abort(), { signal: stop.signal });
  return { signal: changed.signal, stop: () => stop.abort() };
}

/** Stays connected until `signal` aborts, and connects again after each interruption. */
export async function stayConnected({ signal, lastId, onChange, onState, onSignedOut }: ConnectionOptions): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const network = networkSignal();
    let isLive = false;
    const ending = await readChanges({
      lastId: lastId(),
      signal: AbortSignal.any([signal, network.signal]),
      onChange(change) {
        if (!isLive) onState('live');
        isLive = true;
        onChange(change);
      },
    });
    network.stop();
    if (signal.aborted) return;
    if (isLive) failures = 0;
    onState(ending.why === 'full' ? 'full' : 'lost');
    if (ending.why === 'signed_out') onSignedOut();
    await pause(pauseAfter(ending, failures), signal);
    failures += 1;
  }
}
